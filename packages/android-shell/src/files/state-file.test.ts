import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkTextRecord, readState, writeState } from './state-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a full disk of the host ends no phone, and leaves what was stored before', () => {
  const path = join(folder, 'state.json');
  writeState(path, { name: 'old' });
  // Whatever is written there finds no room.
  symlinkSync('/dev/full', `${path}.next`);
  writeState(path, { name: 'new' });
  expect(readState(path, checkTextRecord)).toEqual({ name: 'old' });
  expect(existsSync(`${path}.next`)).toBe(false);
  writeState(path, { name: 'newer' });
  expect(readFileSync(path, 'utf8')).toBe('{"name":"newer"}');
});

test('any other failure is told', () => {
  expect(() => writeState(join(folder, 'nowhere', 'state.json'), {})).toThrow('ENOENT');
});
