import { expect, it } from 'vitest';
import { createWorkerLosses, createWorkerWatch } from './worker-watch.ts';

/** Looks twice a second from `fromMs` on; answers when it was lost, or undefined. */
function lookOn(watch: ReturnType<typeof createWorkerWatch>, fromMs: number, forMs: number, answers = false) {
  for (let nowMs = fromMs; nowMs < fromMs + forMs; nowMs += 500) {
    const seen = watch.look(nowMs);
    if (seen === 'lost') return nowMs;
    if (seen === 'ask' && answers) watch.heard(nowMs + 10);
  }
  return undefined;
}

it('loses a worker within 2.5 s of its last word, and for everyone who looks', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  expect(lookOn(watch, 0, 10_000, true)).toBeUndefined();
  const lostAtMs = lookOn(watch, 10_000, 10_000) ?? Number.POSITIVE_INFINITY;
  expect(lostAtMs - 9_510).toBeLessThanOrEqual(2_500);
  expect(watch.look(lostAtMs + 1)).toBe('lost');
  watch.heard(lostAtMs + 2);
  expect(watch.look(lostAtMs + 3)).toBe('lost');
});

it('keeps one that answers late, as long as it answers', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  const answersAt: number[] = [];
  for (let nowMs = 0; nowMs < 30_000; nowMs += 500) {
    for (const at of answersAt.filter((each) => each <= nowMs)) watch.heard(at);
    const seen = watch.look(nowMs);
    expect(seen).not.toBe('lost');
    if (seen === 'ask') answersAt.push(nowMs + 5_000);
  }
});

it('keeps one that stands still once for two seconds', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  expect(lookOn(watch, 0, 10_000, true)).toBeUndefined();
  // Its last word was at 9,510.
  expect(lookOn(watch, 10_000, 2_000)).toBeUndefined();
  watch.heard(11_520);
  expect(lookOn(watch, 12_000, 10_000, true)).toBeUndefined();
});

it('asks four times before it loses one, also where looks come seldom', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  watch.look(0);
  watch.heard(10);
  const seen = [750, 1_500, 2_250, 3_000, 3_750].map((nowMs) => watch.look(nowMs));
  expect(seen).toEqual(['ask', 'ask', 'ask', 'ask', 'lost']);
});

it('lets a worker take its time for its first word', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  expect(lookOn(watch, 0, 60_000)).toBeUndefined();
});

it('does not count the time in which the page itself stood still', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  lookOn(watch, 0, 2_000, true);
  for (let nowMs = 2_900; nowMs < 60_000; nowMs += 900) expect(watch.look(nowMs)).not.toBe('lost');
});

it('asks no more often than needed, however many look', () => {
  const watch = createWorkerWatch(createWorkerLosses());
  let asked = 0;
  for (let nowMs = 0; nowMs < 10_000; nowMs += 10) {
    if (watch.look(nowMs) !== 'ask') continue;
    asked += 1;
    watch.heard(nowMs);
  }
  expect(asked).toBe(25);
});

it('has more patience with each worker that was lost within a minute', () => {
  const losses = createWorkerLosses();
  expect(losses.patienceMs(0)).toBe(2_000);
  losses.note(0);
  expect(losses.patienceMs(1_000)).toBe(4_000);
  for (let i = 0; i < 9; i += 1) losses.note(1_000);
  expect(losses.patienceMs(2_000)).toBe(12_000);
  expect(losses.patienceMs(61_001)).toBe(2_000);
});
