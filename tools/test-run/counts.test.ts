import { expect, it } from 'vitest';
import {
  addCounts,
  describeCounts,
  describeSkipped,
  type FileCounts,
  joinRuns,
  noCounts,
  onlyRedFile,
  slowestFiles,
  totalOf,
} from './counts.ts';
import { findQuarantined, quarantine } from './quarantine.ts';
import { describeRun } from './run-log.ts';

const passed: FileCounts = { ...noCounts(), passed: 10, seconds: 1 };
const failed: FileCounts = {
  ...noCounts(),
  passed: 4,
  failed: 1,
  broken: ['b.ts > adds: expected /home/ada to be 3'],
  seconds: 2.34,
};

it('names skipped tests in the last line only when there are some', () => {
  expect(describeCounts({ ...passed, failed: 1 })).toBe('10 passed, 1 failed');
  const journeys = { ...noCounts(), passed: 2, skipped: [{ name: 'adb', reason: 'adb is not installed' }] };
  expect(describeCounts(addCounts([{ ...passed, failed: 1 }, journeys]))).toBe(
    '12 passed, 1 failed, 1 skipped',
  );
});

it('says each reason for skipped tests once, with the names of a few tests', () => {
  const skip = (name: string, reason: string) => ({ name, reason });
  const tasks = ['one', 'two', 'three', 'four'].map((name) => skip(name, 'only a proof runs them'));
  const skipped = [...tasks, skip('shell', 'adb is missing'), skip('push', 'adb is missing')];
  expect(describeSkipped({ ...noCounts(), skipped })).toEqual([
    'skipped: 4 tests: only a proof runs them',
    'skipped: shell; push: adb is missing',
  ]);
});

it('counts a test that is skipped without a reason as failed, and names it', () => {
  const file = { ...passed, skipped: [{ name: 'a > waits', reason: '' }] };
  expect(totalOf({ files: { 'a.ts': file }, errors: [] })).toMatchObject({
    failed: 1,
    broken: ['a > waits: skipped without a reason'],
  });
});

it('counts what fell over outside of all files as failed', () => {
  const run = joinRuns([
    { files: { 'a.ts': passed }, errors: [] },
    { files: { 'b.ts': passed }, errors: ['vitest ended with 1'] },
  ]);
  expect(totalOf(run)).toMatchObject({ passed: 20, failed: 1, broken: ['vitest ended with 1'] });
});

it('keeps what tests have measured, of all files and lanes', () => {
  const run = { files: { 'a.ts': { ...passed, figures: ['9 cases'] }, 'b.ts': passed }, errors: [] };
  expect(addCounts([noCounts(), totalOf(run)]).figures).toEqual(['9 cases']);
});

it('knows the one red file, and that there is none where two are red or something else fell over', () => {
  const run = { files: { 'a.ts': passed, 'b.ts': failed }, errors: [] };
  expect(onlyRedFile(run)).toBe('b.ts');
  expect(onlyRedFile({ ...run, errors: ['fell over'] })).toBeUndefined();
  expect(onlyRedFile({ files: { ...run.files, 'c.ts': failed }, errors: [] })).toBeUndefined();
  expect(onlyRedFile({ files: { 'a.ts': passed }, errors: [] })).toBeUndefined();
});

it('names the slowest files first', () => {
  const run = { files: { 'a.ts': passed, 'b.ts': failed }, errors: [] };
  expect(slowestFiles(run, 1)).toEqual([{ file: 'b.ts', seconds: 2.3 }]);
});

it('keeps of a run the names of what was red, without its reasons', () => {
  const kept = describeRun(
    {
      counts: failed,
      seconds: { whole: 500 },
      cpuSeconds: 900,
      loadBefore: 0.123,
      defect: 'c.ts > races: expected /home/ada to be 4',
      slowest: [],
    },
    'abc1234',
    new Date('2026-01-02T03:04:05Z'),
  );
  expect(kept).toMatchObject({
    date: '2026-01-02T03:04:05.000Z',
    load_before: 0.12,
    red: ['b.ts > adds'],
    passed_when_run_again: ['c.ts > races'],
  });
  expect(JSON.stringify(kept)).not.toContain('/home');
});

it('puts a test into quarantine by its file and its whole name, with a cause', () => {
  const list = [{ file: 'a.ts', test: 'a > races', cause: 'two clocks' }];
  expect(findQuarantined('a.ts', 'a > races', list)?.cause).toBe('two clocks');
  expect(findQuarantined('b.ts', 'a > races', list)).toBeUndefined();
  for (const { cause } of quarantine) expect(cause.length).toBeGreaterThan(20);
});
