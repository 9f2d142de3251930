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

function linesOf(room: number | undefined): string[] {
  let text = '';
  const write = (chunk: string): void => {
    text += chunk;
  };
  createOutput(false, { write, columns: room }).rows({ rows }, columns);
  return text.trimEnd().split('\n');
}

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

it('an id is not cut, because it is typed into the next command', () => {
  let text = '';
  const write = (chunk: string): void => {
    text += chunk;
  };
  const id = 'ab'.repeat(18);
  createOutput(false, { write, columns: 60 }).rows({ rows: rows.map((row) => ({ ...row, id })) }, [
    ['ID', (row) => row.id, 'whole'],
    ...columns,
  ]);
  const lines = text.trimEnd().split('\n');
  expect(lines[1]).toMatch(new RegExp(`^${id}  PF-001 .*…$`, 'u'));
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(60);
});
