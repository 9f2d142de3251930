// Runs at the end of the body. It loads the code, the style sheet and the pictures only once the text is painted, because they
// would compete with the text for the network.
(() => {
  /** For a browser that doesn't report its first paint. */
  const longestWaitMs = 1_000;
  // A page that was rendered at build (build/early-code.ts) lists the postponed files here: the whole style sheet, the entry
  // script, then the scripts that this one needs. Pictures of its first screen have `data-src`.
  const kept = document.getElementById('kept');
  const page = document.documentElement;
  // With a section in the address, or a history entry of the router, the page scrolls to a position, and so needs the true
  // heights of all sections above it.
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
    // The code may need any style rule, so it runs once the style sheet has loaded or failed.
    const run = () => add('script', { type: 'module', src: program });
    add('link', { rel: 'stylesheet', href: sheet, onload: run, onerror: run });
    for (const href of [program, ...modules]) add('link', { rel: 'modulepreload', href });
  };
  // A page in the background is not painted until it is visible, so its code is loaded at once.
  if (document.hidden || !kept) start();
  else {
    const isText = ({ name }) => name === 'first-contentful-paint';
    new PerformanceObserver((list) => list.getEntries().some(isText) && start()).observe({
      type: 'paint',
      buffered: true,
    });
    setTimeout(start, longestWaitMs);
  }

  // Buttons do nothing until the code runs. The button that was pressed last is then pressed again.
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

  // Pictures with `data-arrive` fade in once they have loaded, when `data-arrived` is set. Browsers don't count a picture that
  // starts transparent as the largest element, so the headline is measured instead.
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
