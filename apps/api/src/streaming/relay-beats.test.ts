import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRelayBeats } from './relay-beats.ts';

const log = pino({ level: 'silent' });
const second = () => vi.advanceTimersByTimeAsync(1_000);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('living relays are renewed each second, also after a failure, and never twice at once', async () => {
  const renew = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('the database is away'));
  let finish = (): void => undefined;
  renew.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  renew.mockResolvedValue();
  const stop = startRelayBeats(log, renew);
  await second();
  await second();
  await second();
  expect(renew).toHaveBeenCalledTimes(2);
  finish();
  await second();
  expect(renew).toHaveBeenCalledTimes(3);
  await stop();
  await second();
  expect(renew).toHaveBeenCalledTimes(3);
});
