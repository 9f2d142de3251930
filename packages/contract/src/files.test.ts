import { expect, it } from 'vitest';
import { fileNameError, filesRequest, isSharedPath, maxFileBytes } from './files.ts';

it.each(['a.txt', 'Ünïcode 日本.pdf', '.hidden', 'a..b', 'x'.repeat(255), '日'.repeat(85)])(
  'a file may be called %s',
  (name) => expect(fileNameError(name)).toBeNull(),
);

it.each([
  ['', 'no name'],
  ['..', '“..”'],
  ['../a', '“/”'],
  ['a\u0000b', 'can’t be shown'],
  ['a\nb', 'can’t be shown'],
  ['x'.repeat(300), '255 bytes'],
  ['日'.repeat(86), '255 bytes'],
])('the file name %j is refused with a sentence', (name, words) => {
  expect(fileNameError(name)).toContain(words);
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
])('the path %s is in the shared storage: %s', (path, isWithin) => expect(isSharedPath(path)).toBe(isWithin));

it('refuses a file above 2 GB and the deletion of everything', () => {
  const push = { type: 'push', folder: '/sdcard', name: 'a', modified_ms: 0, install: false };
  expect(filesRequest.safeParse({ ...push, size: maxFileBytes }).success).toBe(true);
  expect(filesRequest.safeParse({ ...push, size: maxFileBytes + 1 }).success).toBe(false);
  expect(filesRequest.safeParse({ type: 'delete', path: '/sdcard' }).success).toBe(false);
});
