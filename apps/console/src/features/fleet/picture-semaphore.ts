// Limits how many pictures of phones are fetched at once. A browser opens six connections to one server: as many slow
// phones would block every other request of the console.

const maxRunning = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Calls `start` as soon as fewer than two pictures are being fetched. The returned function frees the place, or cancels the wait. */
export function acquire(start: () => void): () => void {
  let isReleased = false;
  let hasStarted = false;
  const run = (): void => {
    hasStarted = true;
    running += 1;
    start();
  };
  if (running < maxRunning) run();
  else waiting.push(run);
  return () => {
    if (isReleased) return;
    isReleased = true;
    if (!hasStarted) {
      waiting.splice(waiting.indexOf(run), 1);
      return;
    }
    running -= 1;
    waiting.shift()?.();
  };
}
