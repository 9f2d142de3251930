// Runs at the end of the body: starts what was kept back so that the text is painted first. Fetched at once, it
// would take the line from the text.
(() => {
  /** A browser that doesn't tell of its first paint is given this long. */
  const longestWaitMs = 1_000;
  // A page rendered at build (build/early-code.ts) names here what it does without at first: the whole style sheet,
  // the program, then what the program needs. Pictures of its first screen have `data-src`.
  const kept = document.getElementById('kept');
  const page = document.documentElement;
  // Who asks for a section, or comes back to a place (the program's router has left its mark on it), needs the true
  // heights of all above it.
  if (location.hash || history.state) page.dataset.whole = '';
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const image of document.querySelectorAll('img[data-src]')) image.src = image.dataset.src;
    if (!kept) return;
    const [sheet, program, ...modules] = JSON.parse(kept.textContent);
    const add = (name, facts) =>
      document.head.appendChild(Object.assign(document.createElement(name), { crossOrigin: '', ...facts }));
    // What the program draws may need any rule: it starts when they are there, or can't be had.
    const run = () => add('script', { type: 'module', src: program });
    add('link', { rel: 'stylesheet', href: sheet, onload: run, onerror: run });
    for (const href of [program, ...modules]) add('link', { rel: 'modulepreload', href });
  };
  // A page in the background is not painted until it is looked at, but its code may come.
  if (document.hidden || !kept) start();
  else {
    const isText = ({ name }) => name === 'first-contentful-paint';
    new PerformanceObserver((list) => list.getEntries().some(isText) && start()).observe({
      type: 'paint',
      buffered: true,
    });
    setTimeout(start, longestWaitMs);
  }

  // Until the program is there, buttons do nothing. What was pressed last meanwhile is pressed again then.
  let pressed = null;
  const keep = (event) => {
    const control = event.target.closest?.('button, input');
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = control;
  };
  if (kept) {
    document.addEventListener('click', keep, true);
    document.addEventListener('pocketfleet-alive', () => {
      document.removeEventListener('click', keep, true);
      if (pressed?.isConnected) pressed.click();
    });
  }

  // These pictures appear once they are loaded. A picture that was never painted solid isn't what the browser
  // measures the page by: the headline is. They carry `data-arrive`; the style sheet shows them when
  // `data-arrived` is set.
  const show = (image) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        image.dataset.arrived = '';
      }),
    );
  const isWanted = (node) => node instanceof HTMLImageElement && 'arrive' in node.dataset;
  document.addEventListener('load', (event) => isWanted(event.target) && show(event.target), true);
  for (const image of document.images) if (isWanted(image) && image.src && image.complete) show(image);
})();
