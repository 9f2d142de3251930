import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdleTimeout, idleTimeoutMs } from './idle-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends a worker that no player ever joined', () => {
  const onIdle = vi.fn();
  createIdleTimeout(onIdle);
  vi.advanceTimersByTime(idleTimeoutMs);
  expect(onIdle).toHaveBeenCalledOnce();
});

it('ends a worker some time after its last player has left, and not before', () => {
  const onIdle = vi.fn();
  const join = createIdleTimeout(onIdle);
  const [leaveFirst, leaveSecond] = [join(), join()];
  vi.advanceTimersByTime(10 * idleTimeoutMs);
  leaveFirst();
  leaveFirst();
  vi.advanceTimersByTime(idleTimeoutMs);
  leaveSecond();
  vi.advanceTimersByTime(idleTimeoutMs - 1);
  const leaveThird = join();
  vi.advanceTimersByTime(10 * idleTimeoutMs);
  expect(onIdle).not.toHaveBeenCalled();
  leaveThird();
  vi.advanceTimersByTime(idleTimeoutMs);
  expect(onIdle).toHaveBeenCalledOnce();
});
