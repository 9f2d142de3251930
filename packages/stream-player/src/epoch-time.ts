/** In ms since 1970. Frames and workers of a page need it to share times: performance.now() counts from each one's start. */
export function epochNowMs(): number {
  return performance.timeOrigin + performance.now();
}
