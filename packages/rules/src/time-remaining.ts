/**
 * Time left of a rental in the spec's words (section 4): "N/A" without an end, "Expired" when past, else
 * "Xd Yh", "Xh" or "Xm", rounded down: it never says more than is left. Instants in
 * milliseconds since 1970.
 */
export function timeRemaining(expiresAtMs: number | null, nowMs: number): string {
  if (expiresAtMs === null) return 'N/A';
  const minutes = Math.floor((expiresAtMs - nowMs) / 60_000);
  if (expiresAtMs <= nowMs) return 'Expired';
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days}d ${hours % 24}h`;
  if (hours > 0) return `${hours}h`;
  return `${minutes}m`;
}
