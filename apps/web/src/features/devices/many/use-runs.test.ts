import { expect, it } from 'vitest';
import { type Run, withoutOldest } from './use-runs.ts';

const runLike = (id: number, facts: Partial<Run> = {}): Run => ({
  id,
  action: { title: '', running: '', isFinal: true, obstacle: () => null, work: async () => '' },
  items: [],
  isRunning: false,
  isUnsaved: false,
  ...facts,
});

it('the oldest runs leave the list, but none that still runs or has something to save', () => {
  const runs = Array.from({ length: 14 }, (_, index) => runLike(index));
  runs[11] = runLike(11, { isRunning: true });
  runs[13] = runLike(13, { isUnsaved: true });
  expect(withoutOldest(runs).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13]);
});
