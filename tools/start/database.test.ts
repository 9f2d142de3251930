import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeJson } from './data-folder.ts';
import { openEmbeddedDatabase } from './database.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pocketfleet-database-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('refuses a database whose password is missing, and makes no other', async () => {
  const clusterDir = join(dir, 'old');
  mkdirSync(clusterDir);
  writeFileSync(join(clusterDir, 'pocketfleet-initialised'), '');
  writeJson(join(dir, 'database-place.json'), { place: clusterDir });
  mkdirSync(join(dir, 'logs'));
  const nothing = (): void => {};
  const opening = openEmbeddedDatabase(dir, 24_799, {
    onRestart: nothing,
    onWait: nothing,
    isExcused: () => false,
    onDismissed: nothing,
    onGiveUp: nothing,
  });
  await expect(opening).rejects.toThrow(
    /^The password of the database in .*old is missing: put .*database-password back, or move both away/,
  );
  expect(existsSync(join(dir, 'database-password'))).toBe(false);
});
