/**
 * The time in ms since 1970, for what the frames and workers of one page share: performance.now() counts from the start
 * of each frame or worker.
 */
export function epochNowMs(): number {
  return performance.timeOrigin + performance.now();
}
