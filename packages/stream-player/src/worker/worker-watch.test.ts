import { expect, it } from 'vitest';
import { createWorkerLosses, createWorkerWatch } from './worker-watch.ts';

/** Checks twice a second from `fromMs` on; returns when the worker was lost, or undefined. */
function checkFor(
  watch: ReturnType<typeof createWorkerWatch>,
  fromMs: number,
  forMs: number,
  responds = false,
) {
  for (let nowMs = fromMs; nowMs < fromMs + forMs; nowMs += 500) {
    const result = watch.check(nowMs);
    if (result === 'lost') return nowMs;
    if (result === 'ping' && responds) watch.responded(nowMs + 10);
  }
  return undefined;
}

it('reports a worker as lost within 2.5 s of its last response, to each caller', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  expect(checkFor(watch, 0, 10_000, true)).toBeUndefined();
  const lostAtMs = checkFor(watch, 10_000, 10_000) ?? Number.POSITIVE_INFINITY;
  expect(lostAtMs - 9_510).toBeLessThanOrEqual(2_500);
  expect(watch.check(lostAtMs + 1)).toBe('lost');
  watch.responded(lostAtMs + 2);
  expect(watch.check(lostAtMs + 3)).toBe('lost');
});

it('keeps a worker that responds late, as long as it responds', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  const responsesAt: number[] = [];
  for (let nowMs = 0; nowMs < 30_000; nowMs += 500) {
    for (const at of responsesAt.filter((each) => each <= nowMs)) watch.responded(at);
    const result = watch.check(nowMs);
    expect(result).not.toBe('lost');
    if (result === 'ping') responsesAt.push(nowMs + 5_000);
  }
});

it('keeps a worker that hangs once for two seconds', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  expect(checkFor(watch, 0, 10_000, true)).toBeUndefined();
  // Its last response was at 9,510.
  expect(checkFor(watch, 10_000, 2_000)).toBeUndefined();
  watch.responded(11_520);
  expect(checkFor(watch, 12_000, 10_000, true)).toBeUndefined();
});

it('sends four pings before it reports a loss, also where checks are rare', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  watch.check(0);
  watch.responded(10);
  const result = [750, 1_500, 2_250, 3_000, 3_750].map((nowMs) => watch.check(nowMs));
  expect(result).toEqual(['ping', 'ping', 'ping', 'ping', 'lost']);
});

it('waits for the first response without a limit', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  expect(checkFor(watch, 0, 60_000)).toBeUndefined();
});

it('does not count the time in which the page itself was suspended', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  checkFor(watch, 0, 2_000, true);
  for (let nowMs = 2_900; nowMs < 60_000; nowMs += 900) expect(watch.check(nowMs)).not.toBe('lost');
});

it('pings no more often than needed, however many players check', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  let pings = 0;
  for (let nowMs = 0; nowMs < 10_000; nowMs += 10) {
    if (watch.check(nowMs) !== 'ping') continue;
    pings += 1;
    watch.responded(nowMs);
  }
  expect(pings).toBe(25);
});

it('doubles the timeout with each worker that was lost within a minute', () => {
  const losses = createWorkerLosses();
  expect(losses.timeoutMs(0)).toBe(2_000);
  losses.add(0);
  expect(losses.timeoutMs(1_000)).toBe(4_000);
  for (let i = 0; i < 9; i += 1) losses.add(1_000);
  expect(losses.timeoutMs(2_000)).toBe(12_000);
  expect(losses.timeoutMs(61_001)).toBe(2_000);
});
