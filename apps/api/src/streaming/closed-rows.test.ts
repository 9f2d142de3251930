import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../platform/database.ts';
import { type ClosedRows, createClosedRows } from './closed-rows.ts';

/** The deletes that were asked for, and how each delete is answered. */
let deletes: { ids: readonly string[]; answer: PromiseWithResolvers<void> }[];
let rows: ClosedRows;

beforeEach(() => {
  deletes = [];
  rows = createClosedRows({ db: {} as Db, log: pino({ level: 'silent' }) }, 'node', (_db, _node, ids) => {
    const answer = Promise.withResolvers<void>();
    deletes.push({ ids: [...ids], answer });
    return answer.promise;
  });
});

const idsOf = () => deletes.map(({ ids }) => ids);
const answered = (count: number) => vi.waitFor(() => expect(deletes).toHaveLength(count));

test('many sockets that close at once are deleted by one statement after another', async () => {
  const link = rows.ofLink();
  for (const id of ['a', 'b', 'c']) link.add([id]);
  expect(idsOf()).toEqual([['a']]);
  deletes[0]?.answer.resolve();
  await answered(2);
  expect(idsOf()).toEqual([['a'], ['b', 'c']]);
  deletes[1]?.answer.resolve();
  await rows.deleteAll();
  expect(deletes).toHaveLength(2);
});

test('rows that could not be deleted are tried again', async () => {
  const link = rows.ofLink();
  link.add(['a']);
  deletes[0]?.answer.reject(new Error('no database'));
  await expect(rows.deleteAll()).rejects.toThrow('no database');
  const again = rows.deleteAll();
  expect(idsOf()).toEqual([['a'], ['a']]);
  deletes[1]?.answer.resolve();
  await again;
});

test('a row that is written while it is deleted is deleted once more', async () => {
  const link = rows.ofLink();
  link.add(['a']);
  link.add(['a']);
  deletes[0]?.answer.resolve();
  await answered(2);
  expect(idsOf()).toEqual([['a'], ['a']]);
});

test('the rows of sockets that a newer link has named stay, whatever comes of the older one', async () => {
  const [older, newer] = [rows.ofLink(), rows.ofLink()];
  older.add(['a']);
  let isKept = false;
  const keeping = newer.keep(['a']).then(() => {
    isKept = true;
  });
  await Promise.resolve();
  // Its row may only be written when the delete is over.
  expect(isKept).toBe(false);
  deletes[0]?.answer.reject(new Error('no database'));
  await keeping;
  older.add(['a']);
  await rows.deleteAll();
  expect(idsOf()).toEqual([['a']]);
  newer.add(['a']);
  expect(idsOf()).toEqual([['a'], ['a']]);
});
