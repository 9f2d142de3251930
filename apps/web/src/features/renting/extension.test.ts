import { findRentalPeriod } from '@pocketfleet/rules';
import { expect, it } from 'vitest';
import { extensionQuery, readExtension } from './extension.ts';

const assignmentId = '633ea6db-a5a8-4241-905d-2deaa51ceaa3';

it('an extension comes back from its address as it was written', () => {
  const period = findRentalPeriod('2-weeks');
  if (period === undefined) throw new Error('2-weeks is not offered');
  expect(readExtension(extensionQuery({ assignmentId, period }))).toEqual({ assignmentId, period });
});

it.each([
  ['', 'nothing'],
  [`extend=${assignmentId}`, 'no period'],
  [`extend=${assignmentId}&period=decade`, 'an unknown period'],
  ['extend=../orders&period=week', 'no assignment’s id'],
])('%j is none: %s', (query) => {
  expect(readExtension(new URLSearchParams(query))).toBeNull();
});
