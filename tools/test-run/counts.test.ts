import { describe, expect, it } from 'vitest';
import {
  addCounts,
  describeCounts,
  fellOverOutside,
  filesToRunAgain,
  joinRuns,
  noCounts,
  totalOf,
} from './counts.ts';

const passed = { ...noCounts(), passed: 10 };
const failed = { ...noCounts(), passed: 4, failed: 1, broken: ['b.ts > adds: 3'] };

it('names skipped tests in the last line only when there are some', () => {
  expect(describeCounts({ ...passed, failed: 1 })).toBe('10 passed, 1 failed');
  const journeys = { ...noCounts(), passed: 2, skipped: [{ name: 'adb', reason: 'adb is not installed' }] };
  expect(describeCounts(addCounts([{ ...passed, failed: 1 }, journeys]))).toBe(
    '12 passed, 1 failed, 1 skipped',
  );
});

describe('a run of their own', () => {
  it('is for the files that failed, if they are few and nothing fell over outside of them', () => {
    const run = { files: { 'a.ts': passed, 'b.ts': failed }, errors: [] };
    expect(filesToRunAgain(run)).toEqual(['b.ts']);
    expect(filesToRunAgain({ ...run, errors: ['fell over'] })).toEqual([]);
    const many = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, failed]));
    expect(filesToRunAgain({ files: many, errors: [] })).toEqual([]);
  });

  it('counts in place of the first, and is named', () => {
    const first = { files: { 'a.ts': passed, 'b.ts': failed }, errors: [] };
    const second = { files: { 'b.ts': { ...noCounts(), passed: 5 } }, errors: [] };
    expect(totalOf(joinRuns(first, second))).toEqual({
      ...noCounts(),
      passed: 15,
      retried: ['b.ts, in a run of its own'],
    });
  });

  it('fails when the file fails again, or when it falls over', () => {
    const first = { files: { 'b.ts': failed }, errors: [] };
    expect(totalOf(joinRuns(first, first))).toMatchObject({
      failed: 1,
      broken: failed.broken,
      retried: [],
    });
    expect(totalOf(joinRuns(first, { files: {}, errors: ['fell over'] }))).toMatchObject({ failed: 2 });
  });
});

it('knows a run in which all passed and something else fell over', () => {
  const run = { files: { 'a.ts': passed }, errors: ['vitest ended with 1'] };
  expect(fellOverOutside(run)).toBe(true);
  expect(fellOverOutside({ ...run, errors: [] })).toBe(false);
  expect(fellOverOutside({ ...run, files: { 'b.ts': failed } })).toBe(false);
  expect(fellOverOutside({ ...run, files: {} })).toBe(false);
});
