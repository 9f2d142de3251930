// How long the agent waits between its attempts to connect to the control plane. Pure: the link owns the timers. A
// killed control plane is back in a second or two, and then video waits for the agent's next attempt alone.

/** Attempts are frequent for this long after the loss; then they back off. */
const fastPhaseMs = 30_000;
const fastRetryDelayMs = 250;
const maxDelayMs = 5_000;

/** `chance`, from 0 to 1, spreads the attempts of hosts that have lost their links at the same moment. */
export function linkRetryDelayMs(sinceLossMs: number, chance: number): number {
  if (sinceLossMs < fastPhaseMs) return fastRetryDelayMs * (0.8 + 0.4 * chance);
  return Math.min(maxDelayMs, sinceLossMs / 12) * (0.5 + 0.5 * chance);
}

/**
 * How long an attempt may take until the control plane's first message. It is short at first: TCP's own retries wait
 * longer and longer, so a new attempt is faster when a cut network is back. Later it is long enough for a slow line.
 */
export function linkAttemptTimeoutMs(sinceLossMs: number): number {
  return sinceLossMs < fastPhaseMs ? 2_000 : 5_000;
}
