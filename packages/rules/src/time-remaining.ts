/** An hour counts as whole until this much of it has passed: "23h" for a day just paid for reads like a loss. */
const graceMin = 5;
/** Below this, every minute matters to who plans with it: no grace. */
const countedExactlyMin = 12 * 60;

/**
 * Time left of a rental in the spec's words (section 4): "N/A" without an end, "Expired" when past, else
 * "Xd Yh", "Xh" or "Xm", rounded down. A day that began a moment ago still reads "1d 0h". Instants in milliseconds
 * since 1970.
 */
export function timeRemaining(expiresAtMs: number | null, nowMs: number): string {
  if (expiresAtMs === null) return 'N/A';
  const minutes = Math.floor((expiresAtMs - nowMs) / 60_000);
  if (expiresAtMs <= nowMs) return 'Expired';
  const hours = Math.floor((minutes + (minutes >= countedExactlyMin ? graceMin : 0)) / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days}d ${hours % 24}h`;
  if (hours > 0) return `${hours}h`;
  return `${minutes}m`;
}
