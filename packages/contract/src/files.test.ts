import { expect, it } from 'vitest';
import { fileNameTrouble, filesRequest, isSharedPath, maxFileBytes } from './files.ts';

it.each(['a.txt', 'Ünïcode 日本.pdf', '.hidden', 'a..b', 'x'.repeat(255), '日'.repeat(85)])(
  'a file may be called %s',
  (name) => expect(fileNameTrouble(name)).toBeNull(),
);

it.each([
  ['', 'no name'],
  ['..', '“..”'],
  ['../a', '“/”'],
  ['a\u0000b', 'can’t be shown'],
  ['a\nb', 'can’t be shown'],
  ['x'.repeat(300), '255 bytes'],
  ['日'.repeat(86), '255 bytes'],
])('a file called %j is refused in words', (name, words) => {
  expect(fileNameTrouble(name)).toContain(words);
});

it.each([
  ['/sdcard', true],
  ['/sdcard/Download/a b.txt', true],
  ['/sdcard/../data', false],
  ['/sdcard//a', false],
  ['/sdcard/', false],
  ['/sdcardx', false],
  ['/data/local/tmp', false],
  ['sdcard/a', false],
])('%s is within reach: %s', (path, isWithin) => expect(isSharedPath(path)).toBe(isWithin));

it('refuses a file above 2 GB and the deletion of everything', () => {
  const push = { type: 'push', folder: '/sdcard', name: 'a', modified_ms: 0, install: false };
  expect(filesRequest.safeParse({ ...push, size: maxFileBytes }).success).toBe(true);
  expect(filesRequest.safeParse({ ...push, size: maxFileBytes + 1 }).success).toBe(false);
  expect(filesRequest.safeParse({ type: 'delete', path: '/sdcard' }).success).toBe(false);
});
