import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeThrowawayPlace } from './throwaway-place.ts';

test('a folder in memory that a killed process left goes with the next one, and that of a living one stays', (context) => {
  const own = makeThrowawayPlace();
  const folder = dirname(own);
  if (folder !== '/dev/shm') {
    rmSync(own, { recursive: true });
    context.skip('this computer has too little memory for a database there');
  }
  const left = mkdtempSync(join(folder, `pocketfleet-test-${spawnSync('true').pid}-`));
  const next = makeThrowawayPlace();
  const stay = [left, own, next].map((path) => existsSync(path));
  for (const path of [left, own, next]) rmSync(path, { recursive: true, force: true });
  expect(stay).toEqual([false, true, true]);
  expect(basename(own)).toContain(`-${process.pid}-`);
});
