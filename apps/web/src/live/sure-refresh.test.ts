import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSureRefresh } from './sure-refresh.ts';

let answers: boolean[];
let reads: number;
const read = async (): Promise<boolean> => {
  reads++;
  return answers.shift() ?? true;
};

beforeEach(() => {
  vi.useFakeTimers();
  [answers, reads] = [[], 0];
});
afterEach(() => void vi.useRealTimers());

it('a failed reading is repeated until the server answers, and not more often', async () => {
  const sure = createSureRefresh(read);
  answers = [false, false, true];
  await sure.refresh();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reads).toBe(3);
});

it('nothing is read after the end, and two calls wait for one answer', async () => {
  const sure = createSureRefresh(read);
  answers = [false, false, false];
  await Promise.all([sure.refresh(), sure.refresh()]);
  sure.stop();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reads).toBe(2);
});
