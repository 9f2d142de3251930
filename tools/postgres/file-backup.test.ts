// A copy of the server's files, taken while customers buy, as docs/operate/backup.md says: PostgreSQL's own way for
// anybody who has the server's disk. The copy must start by itself and hold what was committed.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAudit } from '../../apps/api/src/payments/run-audit.ts';
import { startSecondNode } from '../../apps/api/test/second-node.ts';
import { type Shop, startShop } from '../../apps/api/test/test-payments.ts';
import { rent } from '../../apps/api/test/test-rentals.ts';
import { findFreePort } from './free-port.ts';
import { type Cluster, initCluster } from './init-cluster.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { settingsForKeeps } from './settings.ts';

const place = mkdtempSync(join(tmpdir(), 'pocketfleet-copy-'));
const servers: PostgresServer[] = [];
let cluster: Cluster;
let shop: Shop;

beforeAll(async () => {
  chmodSync(place, 0o711);
  cluster = await initCluster({ clusterDir: join(place, 'first'), password: 'test' });
  process.env['TEST_DATABASE_URL'] = (await start(cluster)).url('postgres');
  shop = await startShop(4);
});
afterAll(async () => {
  await shop?.stop();
  for (const server of servers) await server.stop();
  rmSync(place, { recursive: true, force: true });
});

test('a copy of the files, taken in use, starts and holds what was bought', async () => {
  const { token } = await shop.customer('ada');
  const before = await rent(shop, token, { phone_count: 2 });
  const clusterDir = join(place, 'second');
  const [during] = await Promise.all([rent(shop, token, { phone_count: 1 }), copyInUse(clusterDir)]);
  await rent(shop, token, { phone_count: 1 });

  const restored = new URL(shop.site.databaseUrl);
  restored.port = String((await start({ ...cluster, clusterDir })).port);
  const node = await startSecondNode(restored.href, await findFreePort());
  try {
    expect((await node.app.operator.inject({ url: '/health/ready' })).statusCode).toBe(200);
    expect(await runAudit(node.app.deps, 'always')).toEqual([]);
    const read = async (order: string) =>
      node.app.site.inject({ url: `/api/orders/${order}`, headers: { authorization: `Bearer ${token}` } });
    expect((await read(before)).json()).toMatchObject({ state: 'paid', phone_count: 2 });
    // Bought meanwhile: in it or not, but never half.
    expect(['paid', 'awaiting_payment', undefined]).toContain((await read(during)).json()['state']);
  } finally {
    await node.stop();
  }
});

/** The steps of the document: start, copy all but the log, stop, add the label and the log. */
async function copyInUse(target: string): Promise<void> {
  const client = new Client({ connectionString: servers[0]?.url('postgres') });
  await client.connect();
  await client.query("select pg_backup_start('copy', true)");
  const source = cluster.clusterDir;
  mkdirSync(target, { mode: 0o700 });
  for (const name of readdirSync(source)) {
    if (name === 'pg_wal' || name.startsWith('postmaster.')) continue;
    execFileSync('cp', ['-a', join(source, name), target]);
  }
  const stopped = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  );
  writeFileSync(join(target, 'backup_label'), stopped.rows[0]?.labelfile ?? '');
  execFileSync('cp', ['-a', join(source, 'pg_wal'), target]);
  const { user } = cluster;
  if (user !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, target]);
  await client.end();
}

async function start(which: Cluster): Promise<PostgresServer> {
  const server = await startPostgres({
    cluster: which,
    port: await findFreePort(),
    settings: settingsForKeeps,
  });
  servers.push(server);
  return server;
}
