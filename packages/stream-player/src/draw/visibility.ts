// Whether anybody can see the picture: a hidden tab or a tile outside the window must cost nothing.

/** Calls `onChange` with the first answer and at each change, until `signal` aborts. */
export function watchVisibility(
  element: HTMLElement,
  onChange: (isVisible: boolean) => void,
  signal: AbortSignal,
): void {
  let isInView = true;
  let last: boolean | undefined;
  const tell = () => {
    const isVisible = isInView && document.visibilityState === 'visible';
    if (isVisible === last) return;
    last = isVisible;
    onChange(isVisible);
  };
  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? true;
    tell();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', tell, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
  tell();
}
