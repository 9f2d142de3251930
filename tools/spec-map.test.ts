import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const repoDir = resolve(import.meta.dirname, '..');
const rows = readRows();

it('knows every sentence of the specification, numbered without a gap', () => {
  expect(rows).toHaveLength(304);
  const numbers = new Map<string, number>();
  for (const { id } of rows) {
    const [section = '', number] = id.split('.');
    numbers.set(section, (numbers.get(section) ?? 0) + 1);
    expect(Number(number), id).toBe(numbers.get(section));
  }
});

it('names only files and tests that exist', () => {
  const dead = rows.flatMap(({ id, files }) =>
    files.filter((file) => !existsSync(resolve(repoDir, file))).map((file) => `${id}: ${file}`),
  );
  expect(dead).toEqual([]);
});

it('shows whatever is built by a test', () => {
  expect(rows.filter((row) => row.file !== '–' && row.test === '–').map((row) => row.id)).toEqual([]);
});

type Row = { id: string; file: string; test: string; files: string[] };

function readRows(): Row[] {
  const text = readFileSync(resolve(repoDir, 'docs/develop/spec-map.md'), 'utf8');
  return text.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, id = '', , , file = '', test = ''] = cells;
    if (!/^\d\.\d+$/.test(id) || cells.length !== 7) return [];
    return [
      {
        id,
        file,
        test,
        files: [...`${file} ${test}`.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
      },
    ];
  });
}
