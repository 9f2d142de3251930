// When a delivery that failed is tried again. Pure.

const s = 1_000;
const minute = 60 * s;
const hour = 60 * minute;
/** After the first attempt, the second, ...: ten attempts in 75 hours, as the Standard Webhooks scheme proposes. */
const delaysMs = [
  5 * s,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
export const maxAttempts = delaysMs.length + 1;
/** A part of the delay, added by chance, so that what failed together isn't tried again together. */
const jitter = 0.1;
const longestAskedMs = 24 * hour;

/**
 * The delay after so many failed attempts, or undefined when there are no more. `retryAfterMs` is what a receiver has asked
 * for: the delay is at least that, up to a day. `random` is from 0 to 1.
 */
export function retryDelayMs(
  failedAttempts: number,
  random: number,
  retryAfterMs: number | undefined = undefined,
): number | undefined {
  const delayMs = delaysMs[failedAttempts - 1];
  if (delayMs === undefined) return undefined;
  return Math.max(delayMs * (1 + jitter * random), Math.min(retryAfterMs ?? 0, longestAskedMs));
}

/** The header Retry-After of an answer that has a right to it: seconds, or a date. */
export function parseRetryAfter(
  status: number,
  header: string | undefined,
  nowMs: number,
): number | undefined {
  if ((status !== 429 && status !== 503) || header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * s;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) || atMs <= nowMs ? undefined : atMs - nowMs;
}
