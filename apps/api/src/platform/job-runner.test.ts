import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { watchRunner } from './job-runner.ts';
import { createLog } from './log.ts';

/** A stand-in for graphile-worker's runner that ends when the test calls `end`. */
function watchFake(endsWithinMs?: number) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const runner = { promise, stop: vi.fn(async () => end()) };
  const events = new EventEmitter();
  const pool = { events, close: vi.fn(async () => undefined) };
  const log = createLog('silent');
  const limit = endsWithinMs === undefined ? {} : { endsWithinMs };
  return { end, events, runner, pool, watched: watchRunner({ runner, pool, log, ...limit }) };
}

test('a runner that is stopped is closed', async () => {
  const { watched, pool } = watchFake();
  await watched.stop();
  expect(pool.close).toHaveBeenCalledOnce();
});

test('a runner that ends by itself while it is stopped is closed too', async () => {
  const { watched, runner, pool, end } = watchFake();
  runner.stop.mockImplementation(async () => {
    end();
    throw new Error('Runner is already stopped');
  });
  await watched.stop();
  expect(pool.close).toHaveBeenCalledOnce();
});

test('a runner that does not end after a failure is abandoned, and can be stopped', async () => {
  const { watched, runner, events, pool } = watchFake(5);
  runner.stop.mockImplementation(() => new Promise(() => undefined));
  events.emit('pool:fatalError', {});
  await watched.ended;
  await watched.stop();
  expect(pool.close).toHaveBeenCalledOnce();
});

test('connections that do not close don’t delay the stop', async () => {
  const { watched, pool } = watchFake(5);
  const never = new Promise<undefined>(() => undefined);
  pool.close.mockReturnValue(never);
  await watched.abandon();
  await watched.stop();
  expect(pool.close).toHaveBeenCalledOnce();
});
