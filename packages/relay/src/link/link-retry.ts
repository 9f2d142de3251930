// How long a relay waits between its attempts to reach the control plane. Pure. A killed node is back in a second or two, and
// until then nobody new is let in.

/** Attempts are frequent for this long after the loss; then they back off. */
const fastPhaseMs = 30_000;
const fastRetryDelayMs = 250;
const maxDelayMs = 5_000;

/** `chance`, from 0 to 1, spreads the attempts of relays that have lost their links at the same moment. */
export function relayRetryDelayMs(sinceLossMs: number, chance: number): number {
  if (sinceLossMs < fastPhaseMs) return fastRetryDelayMs * (0.8 + 0.4 * chance);
  return Math.min(maxDelayMs, sinceLossMs / 12) * (0.5 + 0.5 * chance);
}
