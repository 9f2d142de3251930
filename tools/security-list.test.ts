// docs/operate/security.md against the repository: every row of ASVS that concerns us is there, and what it names
// as its test exists.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readText } from './tidy/repository-files.ts';

const repoDir = resolve(import.meta.dirname, '..');
const [accounts = '', rest = ''] = readText('docs/operate/security.md').split('\n## Everything else\n');
const rows = [
  ...readRows(accounts, ['apps/api/src/accounts', '.']),
  ...readRows(rest, ['apps/api', 'apps/api/test', '.']),
];

/** The rows of ASVS 5.0 that concern a product like ours, of the levels that we claim or answer. */
const concernsUs =
  `1.2.4 1.2.5 1.3.6 1.3.11 1.3.12 2.1.3 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.4.1 3.2.1
  3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.5.1 3.5.2 3.5.3 3.5.4 3.5.5 3.7.2 4.1.1 4.1.3 4.2.1
  4.4.1 4.4.2 4.4.3 4.4.4 5.1.1 5.2.1 5.2.2 5.2.3 5.2.4 5.3.2 5.4.1 5.4.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.8
  6.2.9 6.2.11 6.3.1 6.3.2 6.3.3 6.3.7 6.3.8 6.4.1 6.4.3 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.5.1
  8.2.1 8.2.2 8.2.3 8.3.1 8.3.2 8.4.1 9.1.1 9.1.2 9.1.3 9.2.1 9.2.2 9.2.3
  10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 10.4.6 10.4.8 10.4.9 10.7.1 10.7.2 10.7.3 11.4.2 11.5.1 12.1.1 12.3.2 13.2.1 13.2.2
  13.3.1 13.4.2 13.4.5 14.2.1 14.3.1 14.3.2 15.1.2 15.2.2 15.2.4 15.3.1 15.3.3 15.3.4 15.3.6 15.4.2 16.2.5 16.3.1
  16.3.2 16.3.3 16.5.1 16.5.2 16.5.3 16.5.4`.split(/\s+/);

it('answers every row of ASVS that concerns us', () => {
  const answered = new Set(rows.flatMap(({ ids }) => ids));
  expect(concernsUs.filter((id) => !answered.has(id))).toEqual([]);
});

it('shows each row by something', () => {
  expect(rows.length).toBeGreaterThan(70);
  expect(rows.filter(({ shownBy }) => shownBy === '').map(({ ids }) => ids.join())).toEqual([]);
});

it('names only files that exist', () => {
  const dead = rows.flatMap(({ ids, places, shownBy }) =>
    pathsIn(shownBy)
      .filter((path) => find(path, places) === undefined)
      .map((path) => `${ids.join()}: ${path}`),
  );
  expect(dead).toEqual([]);
});

it('quotes only tests that exist, in the file that is named before them', () => {
  const dead = rows.flatMap(({ ids, places, shownBy }) =>
    quotesIn(shownBy)
      .filter(({ path, quote }) => {
        const file = find(path, places);
        return file === undefined || !readText(file).includes(quote);
      })
      .map(({ path, quote }) => `${ids.join()}: ${path} "${quote}"`),
  );
  expect(dead).toEqual([]);
});

type Row = { ids: string[]; shownBy: string; places: readonly string[] };

/** `places`: the folders in which what is named stands, the nearest first. */
function readRows(text: string, places: readonly string[]): Row[] {
  return text.split('\n').flatMap((line) => {
    const [, first = '', , shownBy = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const ids = first.split(', ').flatMap(expand);
    return ids.length === 0 ? [] : [{ ids, shownBy, places }];
  });
}

/** `3.3.1-3.3.4` is four rows. */
function expand(text: string): string[] {
  const [, chapter, from, to] = /^(\d+\.\d+)\.(\d+)(?:-\d+\.\d+\.(\d+))?$/.exec(text) ?? [];
  if (chapter === undefined) return [];
  const [first, last] = [Number(from), Number(to ?? from)];
  return Array.from({ length: last - first + 1 }, (_, index) => `${chapter}.${first + index}`);
}

const pathPattern = /`((?:[\w@.-]+\/)*[\w@.-]+\.(?:ts|tsx|conf|service|example)|tools\/dependency-rules)`/;

function pathsIn(text: string): string[] {
  return [...text.matchAll(new RegExp(pathPattern, 'g'))].map((match) => match[1] ?? '');
}

function quotesIn(text: string): { path: string; quote: string }[] {
  let path = '';
  return [...text.matchAll(new RegExp(`${pathPattern.source}|"([^"]+)"`, 'g'))].flatMap((match) => {
    path = match[1] ?? path;
    return match[2] === undefined ? [] : [{ path, quote: match[2] }];
  });
}

function find(path: string, places: readonly string[]): string | undefined {
  return places.map((place) => join(place, path)).find((file) => existsSync(resolve(repoDir, file)));
}
