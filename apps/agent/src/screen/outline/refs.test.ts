import { expect, test } from 'vitest';
import { box, button, list, node, text, windowOf } from '../../../test/screen-tree.ts';
import type { TreeNode } from '../tree.ts';
import { collectItems } from './items.ts';
import { RefBook } from './refs.ts';
import { alignRows } from './rows.ts';

const at = (top: number) => box(0, top, 500, top + 100);

/** Refs by label, of one reading. */
function read(book: RefBook, root: TreeNode): Record<string, string> {
  const items = collectItems([windowOf(root)]);
  const refs = book.name(items);
  return Object.fromEntries(items.map(({ label, role }, index) => [label || role, refs[index] ?? '']));
}
const rows = (from: number, count: number): TreeNode[][] =>
  Array.from({ length: count }, (_, index) => [
    text(`row ${from + index}`),
    button('More', box(900, 0, 1080, 1000)),
  ]);

test('names stay while nothing changes, and new ones are never old ones', () => {
  const book = new RefBook(1);
  const first = read(book, node({}, button('A', at(0)), button('B', at(200))));
  expect(first).toEqual({ A: 'n1', B: 'n2' });
  expect(read(book, node({}, button('New', at(0)), button('A', at(200)), button('B', at(400))))).toEqual({
    ...first,
    New: 'n3',
  });
  expect(read(book, node({}, button('A', at(0))))).toEqual({ A: 'n1' });
});

test('scrolling by some rows keeps the rows that are still there', () => {
  const book = new RefBook(1);
  const before = read(book, list(rows(0, 8)));
  const after = read(book, list(rows(3, 8)));
  for (const row of [3, 4, 5, 6, 7]) expect(after[`row ${row}`]).toBe(before[`row ${row}`]);
  const known = new Set(Object.values(before));
  for (const row of [8, 9, 10]) expect(known).not.toContain(after[`row ${row}`]);
  expect(read(book, list(rows(0, 8)))['row 1']).toBe(before['row 1']);
});

test('scrolling by a whole page keeps no name, though the rows look alike and have the same buttons', () => {
  const book = new RefBook(1);
  const refsOf = (from: number): string[] => {
    const items = collectItems([windowOf(list(rows(from, 8)))]);
    const refs = book.name(items);
    return refs.filter((_, at) => items[at]?.role !== 'list');
  };
  const before = new Set(refsOf(0));
  expect(refsOf(100).filter((ref) => before.has(ref))).toEqual([]);
});

test('equal buttons of different rows keep to their rows', () => {
  const book = new RefBook(1);
  const more = (root: TreeNode): string[] => {
    const items = collectItems([windowOf(root)]);
    const refs = book.name(items);
    return refs.filter((_, index) => items[index]?.label === 'More');
  };
  const row = (label: string): TreeNode[] => [text(label), button('More', box(900, 0, 1080, 1000))];
  const before = more(list([row('A'), row('B'), row('C')]));
  expect(more(list([row('B'), row('C'), row('D')])).slice(0, 2)).toEqual(before.slice(1));
});

test('a text that changes keeps its name where its id is alone, and loses it where it is not', () => {
  const book = new RefBook(1);
  const id = { resourceId: 'com.shop:id/count' };
  const before = read(book, node({}, text('1 piece', at(0), id)));
  expect(read(book, node({}, text('2 pieces', at(0), id)))['2 pieces']).toBe(before['1 piece']);
  const two = read(book, node({}, text('x', at(0), id), text('y', at(200), id)));
  const other = read(book, node({}, text('p', at(0), id), text('q', at(200), id)));
  expect(Object.values(two)).not.toContain(other['p']);
  expect(Object.values(two)).not.toContain(other['q']);
});

test('a row whose count changes is the same row', () => {
  const book = new RefBook(1);
  const post = (likes: string): TreeNode[] => [
    text('noor'),
    text('Big Bend'),
    button(likes, box(0, 0, 400, 1000)),
  ];
  const before = read(book, list([post('3,746 likes'), [text('next')]]));
  const after = read(book, list([post('3,747 likes'), [text('next')]]));
  expect(after['noor, Big Bend']).toBe(before['noor, Big Bend']);
});

test('a control unseen for three readings is forgotten, and comes back under a new name', () => {
  const book = new RefBook(1);
  const before = read(book, node({}, button('A', at(0))));
  for (let turn = 0; turn < 2; turn++) read(book, node({}, button('B', at(0))));
  expect(read(book, node({}, button('A', at(0))))).toEqual(before);
  for (let turn = 0; turn < 3; turn++) read(book, node({}, button('B', at(0))));
  expect(read(book, node({}, button('A', at(0))))['A']).not.toBe(before['A']);
});

test('the memory has a limit: of large screens, only what shows now', () => {
  const book = new RefBook(1);
  const large = (name: string) =>
    node({}, ...Array.from({ length: 7_000 }, (_, index) => text(`${name} ${index}`, at(0))));
  for (const name of ['a', 'b', 'c', 'd']) {
    book.name(collectItems([windowOf(large(name))]));
    expect(book.size).toBeLessThanOrEqual(20_000);
  }
  book.name(collectItems([windowOf(node({}, button('A', at(0))))]));
  for (let turn = 0; turn < 3; turn++) book.name([]);
  expect(book.size).toBe(0);
});

test.each<[string, string[], string[], (number | undefined)[]]>([
  ['the same', ['a', 'b'], ['a', 'b'], [0, 1]],
  ['one more above', ['a', 'b'], ['z', 'a', 'b'], [undefined, 0, 1]],
  ['one gone', ['a', 'b', 'c'], ['a', 'c'], [0, 2]],
  ['all others', ['a', 'b'], ['x', 'y'], [undefined, undefined]],
  ['one of two texts changed', ['a|1', 'b|1'], ['a|2', 'b|1'], [0, 1]],
  ['others with the same buttons', ['a|x|y', 'b|x|y'], ['c|x|y', 'd|x|y'], [undefined, undefined]],
  ['others below a header that stays', ['h', 'a|x', 'b|x'], ['h', 'c|x', 'd|x'], [0, undefined, undefined]],
  ['a page whose first text changed', ['9:41|a|b'], ['9:42|a|b'], [0]],
  ['another first text', ['a|1', 'b|2'], ['c|1', 'b|2'], [undefined, 1]],
  ['the only empty row', [''], [''], [0]],
  ['the only empty row between others', ['a', '', 'b'], ['a', '', 'b'], [0, 1, 2]],
  ['empty rows are like each other, so nothing is known', ['', ''], ['', ''], [undefined, undefined]],
])('rows: %s', (_name, known, now, expected) => {
  const textsOf = (row: string): string[] => (row === '' ? [] : row.split('|'));
  expect(
    alignRows(
      known.map((row, id) => ({ id, texts: textsOf(row) })),
      now.map(textsOf),
    ),
  ).toEqual(expected);
});
