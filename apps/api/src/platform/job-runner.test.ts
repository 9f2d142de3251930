import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { watchRunner } from './job-runner.ts';
import { createLog } from './log.ts';

/** A runner as graphile-worker's is seen from outside; it ends when the test says so. */
function watched(endsWithinMs?: number) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const runner = { promise, stop: vi.fn(async () => end()) };
  const events = new EventEmitter();
  const pool = { events, close: vi.fn(async () => undefined) };
  const log = createLog('silent');
  const limit = endsWithinMs === undefined ? {} : { endsWithinMs };
  return { end, events, runner, pool, one: watchRunner({ runner, pool, log, ...limit }) };
}

test('the runner that is stopped is closed', async () => {
  const { one, pool } = watched();
  await one.stop();
  expect(pool.close).toHaveBeenCalledOnce();
});

test('the one that ends by itself while it is stopped is closed all the same', async () => {
  const { one, runner, pool, end } = watched();
  runner.stop.mockImplementation(async () => {
    end();
    throw new Error('Runner is already stopped');
  });
  await one.stop();
  expect(pool.close).toHaveBeenCalledOnce();
});

test('the one that does not end after a failure is left, and can be stopped', async () => {
  const { one, runner, events, pool } = watched(5);
  runner.stop.mockImplementation(() => new Promise(() => undefined));
  events.emit('pool:fatalError', {});
  await one.ended;
  await one.stop();
  expect(pool.close).toHaveBeenCalledOnce();
});

test('connections that do not close hold nobody up', async () => {
  const { one, pool } = watched(5);
  const never = new Promise<undefined>(() => undefined);
  pool.close.mockReturnValue(never);
  await one.abandon();
  await one.stop();
  expect(pool.close).toHaveBeenCalledOnce();
});
