import { expect, it } from 'vitest';
import { describeMeasured, readMeasured } from './measured.ts';

it('the README says what bench/results holds: npm run bench -- --table writes it', () => {
  expect(readMeasured()).toBe(describeMeasured());
});
