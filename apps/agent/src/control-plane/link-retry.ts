// When a link that was lost is dialled again. Pure: the link owns the timers. A control plane that was killed is back
// in a second or two, and pictures wait for nothing but this then (goals.md, "Comes back by itself").

/** Tries come fast for this long after the loss; then they back off. */
const fastForMs = 30_000;
const fastDelayMs = 250;
const slowestDelayMs = 5_000;

/** `chance` is from 0 to 1: hosts that lost their link at one moment don't all come back at one moment. */
export function linkRetryDelayMs(sinceLossMs: number, chance: number): number {
  if (sinceLossMs < fastForMs) return fastDelayMs * (0.8 + 0.4 * chance);
  return Math.min(slowestDelayMs, sinceLossMs / 12) * (0.5 + 0.5 * chance);
}

/**
 * How long a try may take until the control plane speaks. Short while a network that was cut may be back at any
 * moment, as TCP itself waits longer and longer; long later, so that a slow line gets through at all.
 */
export function linkTryLimitMs(sinceLossMs: number): number {
  return sinceLossMs < fastForMs ? 2_000 : 5_000;
}
