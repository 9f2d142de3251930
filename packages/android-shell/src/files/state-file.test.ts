import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readState, writeState } from './state-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a full disk of the host leaves the stored state as it was', () => {
  const path = join(folder, 'state.json');
  writeState(path, { name: 'old' });
  // Each write to /dev/full fails with ENOSPC.
  symlinkSync('/dev/full', `${path}.next`);
  writeState(path, { name: 'new' });
  expect(readState(path, z.object({ name: z.string() }))).toEqual({ name: 'old' });
  expect(existsSync(`${path}.next`)).toBe(false);
  writeState(path, { name: 'newer' });
  expect(readFileSync(path, 'utf8')).toBe('{"name":"newer"}');
});

test('any other failure to write is thrown', () => {
  expect(() => writeState(join(folder, 'nowhere', 'state.json'), {})).toThrow('ENOENT');
});
