// Ends a decoder worker that serves nobody. The worker does it itself: the tile that started it may be gone, and with it
// every timer that it set.

/** Nobody is served for so long: the worker ends. */
export const endsAfterMs = 30_000;
/** Pages count from when they let go of it, and the worker from when it hears of that: they stay well below. */
export const joinableForMs = 20_000;

/** `end`: called once, when nobody was served for long. Answers what to call when somebody is served; that, when not any more. */
export function createIdleEnd(end: () => void): () => () => void {
  let served = 0;
  let timer = setTimeout(end, endsAfterMs);
  return () => {
    served += 1;
    clearTimeout(timer);
    let isServed = true;
    return () => {
      if (!isServed) return;
      isServed = false;
      served -= 1;
      if (served === 0) timer = setTimeout(end, endsAfterMs);
    };
  };
}
