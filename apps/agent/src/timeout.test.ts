import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { busyTimeoutMs, TimeoutError, withMoreTime, withTimeout } from './timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The outcome for an answer that comes after this time. */
async function outcomeAfter(ms: number, isBusy: boolean): Promise<unknown> {
  const answer = new Promise<string>((resolve) => setTimeout(() => resolve('answer'), ms));
  const outcome = withMoreTime(answer, 4_000, () => isBusy).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ms + busyTimeoutMs);
  return outcome;
}

test('a phone that is busy for us has longer for its answer, but not for ever', async () => {
  expect(await outcomeAfter(3_999, false)).toBe('answer');
  expect(await outcomeAfter(4_001, false)).toBeInstanceOf(TimeoutError);
  expect(await outcomeAfter(4_001, true)).toBe('answer');
  expect(await outcomeAfter(29_999, true)).toBe('answer');
  expect(await outcomeAfter(30_001, true)).toBeInstanceOf(TimeoutError);
});

test('an answer that came during a pause of this process is not taken for none', async () => {
  vi.useRealTimers();
  const answer = withTimeout(stat(import.meta.filename), 200);
  // The answer is there long before the pause ends, and nobody could read it.
  const until = performance.now() + 250;
  while (performance.now() < until);
  expect((await answer).isFile()).toBe(true);
});
