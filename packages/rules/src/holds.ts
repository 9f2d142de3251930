// How long phones are held for a customer who is about to pay (spec-decisions 12).
export const holdMinutes = 15;
/** Added once, when he asks for it. */
export const holdExtensionMinutes = 10;
/** What somebody else has held is free again after this, unless it is paid. */
export const longestHoldMinutes = holdMinutes + holdExtensionMinutes;

/**
 * What is left of a hold, never more than a hold is long: by a clock that lags behind, or was asked a moment too early,
 * it would seem longer. `canExtend` while it wasn't lengthened.
 */
export function holdLeftMs(untilMs: number, nowMs: number, canExtend: boolean): number {
  const mostMs = (canExtend ? holdMinutes : longestHoldMinutes) * 60_000;
  return Math.min(mostMs, Math.max(0, untilMs - nowMs));
}
