// One throwaway PostgreSQL for the whole test run. Tests clone a database of their own from it
// (`TEST_DATABASE_URL` is a superuser's URL); nothing in it outlives the run, so it does not fsync. The files
// that the agent puts on phones are fetched too (`SCRCPY_SERVER`, `SCREEN_READER`): a machine that only tests has none yet.
// In the folder `TEST_BUILDS` a worker finds what another one has built for a browser.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from './postgres/throwaway.ts';
import { ensureScrcpyServer } from './start/scrcpy-server.ts';
import { ensureScreenReader } from './start/screen-reader-files.ts';

/** Each project of the configuration calls it: the first one starts what all share. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const cacheDir = process.env['POCKETFLEET_CACHE'] ?? join(homedir(), '.cache', 'pocketfleet');
  process.env['SCRCPY_SERVER'] ??= await ensureScrcpyServer(cacheDir);
  process.env['SCREEN_READER'] ??= await ensureScreenReader(cacheDir);
  if (process.env['TEST_BUILDS'] !== undefined) return undefined;
  const builds = mkdtempSync(join(tmpdir(), 'pf-builds-'));
  process.env['TEST_BUILDS'] = builds;
  // While somebody edits, each run builds what is there then.
  project.onTestsRerun(() => {
    for (const name of readdirSync(builds)) rmSync(join(builds, name));
  });
  const server = process.env['TEST_DATABASE_URL'] === undefined ? await startThrowawayPostgres() : undefined;
  if (server !== undefined) process.env['TEST_DATABASE_URL'] = server.url;
  return async () => {
    rmSync(builds, { recursive: true, force: true });
    await server?.stop();
  };
}
