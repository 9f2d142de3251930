// A phone may be slow to open its sync service: by then the caller may no longer wait.
import type { Adb, AdbSocket } from '@yume-chan/adb';
import { afterEach, expect, test, vi } from 'vitest';
import { TimeoutError } from '../timeout.ts';
import { openSync } from './sync-stream.ts';

afterEach(() => vi.useRealTimers());

function slowPhone(): { adb: Adb; answer: () => void; close: () => void } {
  const opening = Promise.withResolvers<AdbSocket>();
  const close = vi.fn(() => Promise.resolve());
  const socket = { writable: new WritableStream(), readable: new ReadableStream(), close };
  return {
    adb: { createSocket: () => opening.promise } as unknown as Adb,
    answer: () => opening.resolve(socket as unknown as AdbSocket),
    close,
  };
}

test('a stream that opens after its caller has aborted is closed', async () => {
  const { adb, answer, close } = slowPhone();
  const caller = new AbortController();
  const opened = openSync(adb, caller.signal);
  caller.abort(new Error('nobody waits'));
  await expect(opened).rejects.toThrow('nobody waits');
  answer();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test('a stream that opens after the timeout of a minute is closed', async () => {
  vi.useFakeTimers();
  const { adb, answer, close } = slowPhone();
  const refused = expect(openSync(adb)).rejects.toThrow(TimeoutError);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledOnce();
});

test('a stream that opens in time stays open until it is closed', async () => {
  const { adb, answer, close } = slowPhone();
  const opened = openSync(adb);
  answer();
  const stream = await opened;
  expect(close).not.toHaveBeenCalled();
  stream.close();
  expect(close).toHaveBeenCalledOnce();
});
