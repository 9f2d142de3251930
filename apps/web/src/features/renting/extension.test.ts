import { findRentalPeriod } from '@pocketfleet/rules';
import { expect, it } from 'vitest';
import { extensionQuery, extraTime, readExtension } from './extension.ts';

const assignmentId = '633ea6db-a5a8-4241-905d-2deaa51ceaa3';

it('an extension comes back from its address as it was written', () => {
  const period = findRentalPeriod('2-weeks');
  if (period === undefined) throw new Error('2-weeks is not offered');
  expect(readExtension(extensionQuery({ assignmentIds: [assignmentId], period }))).toEqual({
    assignmentIds: [assignmentId],
    period,
  });
});

it('several phones have one address, each once', () => {
  const other = assignmentId.replace('6', '7');
  const read = readExtension(
    new URLSearchParams({ extend: [assignmentId, other, other].join(','), period: 'week' }),
  );
  expect(read?.assignmentIds).toEqual([assignmentId, other]);
});

it.each([
  ['day', 'extra day'],
  ['week', 'extra week'],
  ['2-weeks', 'extra 2 weeks'],
  ['month', 'extra month'],
])('the added time of %s is called the %s', (value, words) => {
  expect(extraTime(findRentalPeriod(value) ?? { label: '' })).toBe(words);
});

it.each([
  ['', 'nothing'],
  [`extend=${assignmentId}`, 'no period'],
  [`extend=${assignmentId}&period=decade`, 'an unknown period'],
  ['extend=../orders&period=week', 'no assignment’s id'],
  [`extend=${assignmentId},../orders&period=week`, 'not only assignments’ ids'],
  [
    `extend=${Array.from({ length: 51 }, (_, index) => assignmentId.replace(/^../, String(index + 10))).join()}&period=week`,
    'more than an order can have',
  ],
])('%j is none: %s', (query) => {
  expect(readExtension(new URLSearchParams(query))).toBeNull();
});
