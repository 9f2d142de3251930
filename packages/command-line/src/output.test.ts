import { expect, it } from 'vitest';
import { displayWidth } from './display-width.ts';
import { type Column, createOutput } from './output.ts';

type Row = { tag: string; label: string; note: string };
const columns: Column<Row>[] = [
  ['PHONE', ({ tag }) => tag],
  ['LABEL', ({ label }) => label],
  ['NOTE', ({ note }) => note],
];
const rows: Row[] = [
  { tag: 'PF-001', label: '前台的手机', note: 'a note that is far too long for a narrow terminal' },
  { tag: 'PF-002', label: 'café 😀', note: 'short' },
];

function printed<Each>(
  room: number | undefined,
  given: readonly Each[],
  of: readonly Column<Each>[],
): string[] {
  let text = '';
  const write = (chunk: string): void => {
    text += chunk;
  };
  createOutput(false, { write, columns: room }).rows({ rows: given }, of);
  return text.trimEnd().split('\n');
}

const linesOf = (room: number | undefined): string[] => printed(room, rows, columns);

it.each([
  ['PF-001', 6],
  ['前台的手机', 10],
  ['cafe\u0301', 4],
  ['👩‍👩‍👧', 2],
  ['한글', 4],
  ['–…', 2],
])('%j takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

it('columns stand below each other, whatever is in them', () => {
  const lines = linesOf(undefined);
  expect(lines).toEqual([
    'PHONE   LABEL       NOTE',
    'PF-001  前台的手机  a note that is far too long for a narrow terminal',
    'PF-002  café 😀     short',
  ]);
});

it.each([60, 40, 30])('a table fits a terminal of %i columns, and shows where it was cut', (room) => {
  const lines = linesOf(room);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(room);
  expect(lines[1]).toMatch(/^PF-001 .*…$/u);
  expect(lines[2]).toContain('short');
});

it('no column disappears in a terminal that is too narrow for all of them', () => {
  expect(linesOf(10)).toEqual(['PHONE   LABEL   NOTE', 'PF-001  前台…   a not…', 'PF-002  café …  short']);
});

it.each([
  [37, 'TAG     NOTE   SINCE             MB', ''],
  [36, 'TAG     NOTE   SINCE', 'Without MB for lack of room: see --json'],
  [31, 'TAG     NOTE   SINCE', 'Without MB for lack of room: see --json'],
  [30, 'TAG     NOTE', 'Without SINCE, MB for lack of room: see --json'],
])('in %i columns, spare ones are whole or left out, and the table says which', (room, titles, said) => {
  const row = { tag: 'PF-001', note: 'short', since: '2026-11-25 12:00', mb: '12.3' };
  const [first, second, last = ''] = printed(
    room,
    [row],
    [
      ['TAG', ({ tag }) => tag],
      ['NOTE', ({ note }) => note],
      ['SINCE', ({ since }) => since, 'spare'],
      ['MB', ({ mb }) => mb, 'spare'],
    ],
  );
  expect([first, last]).toEqual([titles, said]);
  expect(second).not.toContain('…');
});

it.each([
  [22, `${'n'.repeat(15)}…  12.3`],
  [21, `${'n'.repeat(20)}…`],
])('in %i columns, a text is cut for a spare column only as long as it can be read', (room, shown) => {
  const row = { note: 'n'.repeat(40), mb: '12.3' };
  const lines = printed(
    room,
    [row],
    [
      ['NOTE', ({ note }) => note],
      ['MB', ({ mb }) => mb, 'spare'],
    ],
  );
  expect(lines[1]).toBe(shown);
});

it('an id is not cut, because it is typed into the next command', () => {
  const id = 'ab'.repeat(18);
  const lines = printed(
    60,
    rows.map((row) => ({ ...row, id })),
    [['ID', (row) => row.id, 'whole'], ...columns],
  );
  expect(lines[1]).toMatch(new RegExp(`^${id}  PF-001 .*…$`, 'u'));
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(60);
});
