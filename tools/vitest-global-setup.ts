// One throwaway PostgreSQL for the whole test run. Tests clone a database of their own from it
// (`TEST_DATABASE_URL` is a superuser's URL); nothing in it outlives the run, so it does not fsync.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './postgres/free-port.ts';
import { initCluster } from './postgres/init-cluster.ts';
import { type PostgresServer, startPostgres } from './postgres/postgres-server.ts';
import { settingsForTests } from './postgres/settings.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
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
