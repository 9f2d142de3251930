// Lets the pictures of the first screen appear once they are loaded and the text stands, without waiting for the
// site's script. A picture that was never painted solid isn't what the browser measures the page by: the
// headline is. Pictures carry `data-arrive`; the style sheet shows them when `data-arrived` is set.
(() => {
  const show = (image) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        image.dataset.arrived = '';
      }),
    );
  const isWanted = (node) => node instanceof HTMLImageElement && 'arrive' in node.dataset;
  document.addEventListener('load', (event) => isWanted(event.target) && show(event.target), true);
  for (const image of document.images) if (isWanted(image) && image.complete) show(image);
})();
