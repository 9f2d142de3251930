// Ends a decoder worker that serves no player. The worker measures the time itself: the tile that started it may be gone,
// and the tile's timers with it.

export const idleTimeoutMs = 30_000;
/** Shorter, because a page counts from its own `close`, and the worker from the moment it receives that. */
export const joinableForMs = 20_000;

/**
 * Calls `onIdle` once the worker has served no player for `idleTimeoutMs`. Call the returned function when a player joins;
 * it returns the function to call when that player leaves.
 */
export function createIdleTimeout(onIdle: () => void): () => () => void {
  let players = 0;
  let timer = setTimeout(onIdle, idleTimeoutMs);
  return () => {
    players += 1;
    clearTimeout(timer);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      players -= 1;
      if (players === 0) timer = setTimeout(onIdle, idleTimeoutMs);
    };
  };
}
