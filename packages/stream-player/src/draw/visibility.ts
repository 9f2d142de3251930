/**
 * Calls `onChange` at once and at each change, until `signal` aborts: a stream in a hidden tab or outside the window must
 * cost nothing.
 */
export function watchVisibility(
  element: HTMLElement,
  onChange: (isVisible: boolean) => void,
  signal: AbortSignal,
): void {
  let isInView = true;
  let wasVisible: boolean | undefined;
  const update = () => {
    const isVisible = isInView && document.visibilityState === 'visible';
    if (isVisible === wasVisible) return;
    wasVisible = isVisible;
    onChange(isVisible);
  };
  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? true;
    update();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', update, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
  update();
}
