// One throwaway PostgreSQL for the whole test run. Tests clone a database of their own from it
// (`TEST_DATABASE_URL` is a superuser's URL); nothing in it outlives the run, so it does not fsync. The file that
// the agent pushes to phones is fetched too (`SCRCPY_SERVER`): a machine that only tests has none yet.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './postgres/free-port.ts';
import { initCluster } from './postgres/init-cluster.ts';
import { type PostgresServer, startPostgres } from './postgres/postgres-server.ts';
import { settingsForTests } from './postgres/settings.ts';
import { ensureScrcpyServer } from './start/scrcpy-server.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const cacheDir = process.env['POCKETFLEET_CACHE'] ?? join(homedir(), '.cache', 'pocketfleet');
  process.env['SCRCPY_SERVER'] ??= await ensureScrcpyServer(cacheDir);
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined;
  const place = mkdtempSync(join(tmpdir(), 'pocketfleet-test-'));
  chmodSync(place, 0o711);
  let server: PostgresServer | undefined;
  try {
    const cluster = await initCluster({ clusterDir: join(place, 'postgres'), password: 'test' });
    server = await startPostgres({ cluster, port: await findFreePort(), settings: settingsForTests });
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
  const running = server;
  process.env['TEST_DATABASE_URL'] = running.url('postgres');
  return async () => {
    await running.stop();
    rmSync(place, { recursive: true, force: true });
  };
}
