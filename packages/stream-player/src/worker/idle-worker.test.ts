import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdleEnd, endsAfterMs } from './idle-worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends a worker that was started ahead for nobody', () => {
  const end = vi.fn();
  createIdleEnd(end);
  vi.advanceTimersByTime(endsAfterMs);
  expect(end).toHaveBeenCalledOnce();
});

it('ends a worker some time after the last of its players has left, and not before', () => {
  const end = vi.fn();
  const begin = createIdleEnd(end);
  const [leaveFirst, leaveSecond] = [begin(), begin()];
  vi.advanceTimersByTime(10 * endsAfterMs);
  leaveFirst();
  leaveFirst();
  vi.advanceTimersByTime(endsAfterMs);
  leaveSecond();
  vi.advanceTimersByTime(endsAfterMs - 1);
  const leaveThird = begin();
  vi.advanceTimersByTime(10 * endsAfterMs);
  expect(end).not.toHaveBeenCalled();
  leaveThird();
  vi.advanceTimersByTime(endsAfterMs);
  expect(end).toHaveBeenCalledOnce();
});
