/**
 * Wait before the next try, in ms: 250 ms doubled with each failure up to 15 s, with a quarter of spread so
 * that all tabs don't come back at once. `random` is in [0, 1).
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const base = Math.min(250 * 2 ** Math.min(failures, 10), 15_000);
  return Math.round(base * (0.75 + random / 2));
}
