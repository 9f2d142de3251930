import { expect, it } from 'vitest';
import { addCounts, describeCounts } from './counts.ts';

it('names skipped tests in the last line only when there are some', () => {
  const vitest = { passed: 10, failed: 1, skipped: [], retried: [] };
  expect(describeCounts(vitest)).toBe('10 passed, 1 failed');
  const journeys = {
    passed: 2,
    failed: 0,
    skipped: [{ name: 'adb', reason: 'adb is not installed' }],
    retried: [],
  };
  expect(describeCounts(addCounts([vitest, journeys]))).toBe('12 passed, 1 failed, 1 skipped');
});
