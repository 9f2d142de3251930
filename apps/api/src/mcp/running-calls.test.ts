import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Principal } from '../platform/principal.ts';
import { RunningCalls } from './running-calls.ts';

const caller = { kind: 'key', credential_id: 'key 1' } as Principal;
const phone = { device_id: 'phone 1', assignment_id: 'rental 1' };
let calls: RunningCalls;
let signal: AbortSignal | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  calls = new RunningCalls();
});
afterEach(() => vi.useRealTimers());

/** A call that never ends by itself. */
function begin(isAllowed = () => Promise.resolve(true), who = caller): Promise<never> {
  const running = calls.run({ caller: who, signal: new AbortController().signal, isAllowed }, (started) => {
    signal = started.signal;
    started.onPhone(phone);
    return new Promise<never>(() => undefined);
  });
  running.catch(() => undefined);
  return running;
}

test('a caller who is cut off from the phone of their call hears who did it', async () => {
  const running = begin();
  calls.cutOff('phone 2', { kind: 'key', id: 'key 1' }, 'ada');
  calls.cutOff('phone 1', { kind: 'key', id: 'key 2' }, 'ada');
  expect(signal?.aborted).toBe(false);
  calls.cutOff('phone 1', { kind: 'key', id: 'key 1' }, 'ada');
  await expect(running).rejects.toMatchObject({
    code: 'forbidden',
    message: 'ada has cut you off from this phone.',
  });
  expect(signal?.aborted).toBe(true);
});

test('a revoked credential ends its calls at once, a right that was taken away within a second', async () => {
  const revoked = begin();
  calls.endCredentials(['key 2', 'key 1']);
  await expect(revoked).rejects.toMatchObject({ message: expect.stringContaining('revoked') });
  const taken = begin(() => Promise.resolve(false));
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(taken).rejects.toMatchObject({ message: expect.stringContaining('taken away') });
});

test('sixteen calls of one program run at once, and one more when one has ended', async () => {
  for (let n = 0; n < 16; n += 1) void begin();
  await expect(begin()).rejects.toMatchObject({ code: 'too_many_requests' });
  void begin(undefined, { ...caller, credential_id: 'key 2' });
  calls.endCredentials(['key 1']);
  await vi.advanceTimersByTimeAsync(0);
  const answer = calls.run(
    { caller, signal: new AbortController().signal, isAllowed: () => Promise.resolve(true) },
    () => Promise.resolve('done'),
  );
  expect(await answer).toBe('done');
});
