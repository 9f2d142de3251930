import { expect, test } from 'vitest';
import { createWorkerShares } from './worker-shares.ts';

const endpoint = (id: string, workspace_id = 'team') => ({ id, workspace_id });
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => endpoint(id)) as [
  Endpoint,
  Endpoint,
  Endpoint,
  Endpoint,
];
type Endpoint = ReturnType<typeof endpoint>;

test('a workspace has its share of workers, whatever others have', () => {
  const shares = createWorkerShares(2, 10);
  expect([a, b, c].map((each) => shares.take(each))).toEqual([true, true, false]);
  expect(shares.take(endpoint('e', 'other'))).toBe(true);
  expect(shares.giveBack(a)).toEqual([]);
  expect(shares.takeOrWait(c)).toBe(true);
});

test('the end of a worker wakes the endpoint that has waited longest, the end of the last one all', () => {
  const shares = createWorkerShares(2, 10);
  for (const each of [a, b]) shares.take(each);
  for (const each of [c, d, c, endpoint('e')]) expect(shares.takeOrWait(each)).toBe(false);
  expect(shares.giveBack(a)).toEqual(['c']);
  expect(shares.giveBack(b)).toEqual(['d', 'e']);
  expect(shares.take(a)).toBe(true);
  expect(shares.giveBack(a)).toEqual([]);
});

test('an endpoint that waits for its own worker is woken beside the next one', () => {
  const shares = createWorkerShares(2, 10);
  for (const each of [a, b]) shares.take(each);
  for (const each of [a, c]) shares.takeOrWait(each);
  expect(shares.giveBack(a)).toEqual(['c', 'a']);
  expect(shares.giveBack(b)).toEqual([]);
});

test('only so many endpoints are remembered; each that is woken makes room', () => {
  const shares = createWorkerShares(1, 1);
  for (const each of [a, endpoint('e', 'other')]) shares.take(each);
  for (const each of [b, c, endpoint('f', 'other')]) shares.takeOrWait(each);
  expect(shares.giveBack(endpoint('e', 'other'))).toEqual([]);
  expect(shares.giveBack(a)).toEqual(['b']);
  shares.take(a);
  shares.takeOrWait(c);
  expect(shares.giveBack(a)).toEqual(['c']);
});
