import { expect, it } from 'vitest';
import { type EachOptions, type Progress, phonesAtOnce, runEach } from './run-each.ts';

const items = Array.from({ length: 10 }, (_, index) => index);

function watch(work: EachOptions<number>['work'], options: Partial<EachOptions<number>> = {}) {
  const abort = new AbortController();
  const last = new Map<number, Progress>();
  const done = runEach(items, {
    work,
    isFinal: false,
    signal: abort.signal,
    onProgress: (item, progress) => last.set(item, progress),
    sentenceOf: (error) => (error as Error).message,
    words: { running: 'Working', cancelled: 'Cancelled' },
    ...options,
  });
  const states = () => items.map((item) => last.get(item)?.state ?? 'waiting').join(' ');
  return { abort, last, done, states };
}

it('works on some at once, and on all in the end', async () => {
  let running = 0;
  let most = 0;
  const { done, states } = watch(async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running -= 1;
    return 'Done';
  });
  await done;
  expect(most).toBe(phonesAtOnce);
  expect(states()).toBe(Array(10).fill('done').join(' '));
});

it('goes on when one fails, and says why', async () => {
  const { done, last } = watch(async (item) => {
    if (item === 1) throw new Error('The phone is full.');
    return 'Done';
  });
  await done;
  expect(last.get(1)).toEqual({ state: 'failed', note: 'The phone is full.' });
  expect([...last.values()].filter(({ state }) => state === 'done')).toHaveLength(9);
});

it('cancels what waits and what runs', async () => {
  const { abort, done, states } = watch(
    (_, __, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  abort.abort();
  await done;
  expect(states()).toBe(Array(10).fill('cancelled').join(' '));
});

it('lets what can’t be taken back come to its end, and says what became of it', async () => {
  const gates: (() => void)[] = [];
  const { abort, done, states } = watch(
    (item, _, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        gates.push(() => (item === 2 ? reject(new Error('No')) : resolve('Done')));
      }),
    { isFinal: true },
  );
  await new Promise(setImmediate);
  abort.abort();
  for (const open of gates) open();
  await done;
  expect(states()).toBe(['done', 'done', 'failed', 'done', ...Array(6).fill('cancelled')].join(' '));
});
