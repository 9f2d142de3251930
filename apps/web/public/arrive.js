// Runs at the end of the body: starts what was kept back so that the text is painted first. Fetched at once, it
// would take the line from the text.
(() => {
  /** A browser that doesn't tell of its first paint is given this long. */
  const longestWaitMs = 1_000;
  // A page rendered at build (build/early-code.ts) names its scripts here: the first is the program, the others
  // are what it needs. Pictures of its first screen have `data-src`.
  const kept = document.getElementById('kept-scripts');
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const image of document.querySelectorAll('img[data-src]')) image.src = image.dataset.src;
    for (const [index, href] of JSON.parse(kept?.textContent ?? '[]').entries()) {
      const isProgram = index === 0;
      const element = document.createElement(isProgram ? 'script' : 'link');
      element.crossOrigin = '';
      if (isProgram) Object.assign(element, { type: 'module', src: href });
      else Object.assign(element, { rel: 'modulepreload', href });
      document.head.append(element);
    }
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
