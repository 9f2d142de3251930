// One throwaway PostgreSQL for the whole test run. Tests clone a database of their own from it
// (`TEST_DATABASE_URL` is a superuser's URL); nothing in it outlives the run, so it does not fsync. The files
// that the agent puts on phones are fetched too (`SCRCPY_SERVER`, `SCREEN_READER`): a machine that only tests has none yet.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { startThrowawayPostgres } from './postgres/throwaway.ts';
import { ensureScrcpyServer } from './start/scrcpy-server.ts';
import { ensureScreenReader } from './start/screen-reader-files.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const cacheDir = process.env['POCKETFLEET_CACHE'] ?? join(homedir(), '.cache', 'pocketfleet');
  process.env['SCRCPY_SERVER'] ??= await ensureScrcpyServer(cacheDir);
  process.env['SCREEN_READER'] ??= await ensureScreenReader(cacheDir);
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined;
  const server = await startThrowawayPostgres();
  process.env['TEST_DATABASE_URL'] = server.url;
  return () => server.stop();
}
