// Pictures of phones take turns. A browser opens six connections to one server; as many phones that are slow to
// answer would keep every page, also the next one that somebody opens, waiting until they have.

const atOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Calls `begin` when it is this one's turn, perhaps at once. Returns how to end the turn or to no longer wait. */
export function takeTurn(begin: () => void): () => void {
  let isOver = false;
  let hasBegun = false;
  const start = (): void => {
    hasBegun = true;
    running += 1;
    begin();
  };
  if (running < atOnce) start();
  else waiting.push(start);
  return () => {
    if (isOver) return;
    isOver = true;
    if (!hasBegun) {
      waiting.splice(waiting.indexOf(start), 1);
      return;
    }
    running -= 1;
    waiting.shift()?.();
  };
}
