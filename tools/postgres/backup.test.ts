// A backup of a product in use, taken and restored by the scripts that operators use, on another server: the
// product starts on it, and money and inventory are as promised. The programs come from the machine: no package
// brings pg_dump, and it must be as new as the server, so the server is the machine's as well.
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditChecks, runAudit } from '../../apps/api/src/payments/run-audit.ts';
import { startSecondNode } from '../../apps/api/test/second-node.ts';
import { form, testPassword } from '../../apps/api/test/test-app.ts';
import { type Shop, startShop } from '../../apps/api/test/test-payments.ts';
import { openRental } from '../../apps/api/test/test-rentals.ts';
import { asUser, chooseDatabaseUser, makePrivateFolder } from './database-user.ts';
import { findFreePort } from './free-port.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { settingsForTests } from './settings.ts';

const run = promisify(execFile);
const deployDir = resolve(import.meta.dirname, '../../deploy');
const programs = findPrograms();
const place = mkdtempSync(join(tmpdir(), 'pocketfleet-backup-'));
const servers: PostgresServer[] = [];
let shop: Shop | undefined;

beforeAll(async () => {
  if (programs === undefined) return;
  chmodSync(place, 0o711);
  process.env['TEST_DATABASE_URL'] = (await startServer('first')).url('postgres');
  shop = await startShop(4);
});
afterAll(async () => {
  await shop?.stop();
  for (const server of servers) await server.stop();
  rmSync(place, { recursive: true, force: true });
});

test('a backup restored on a new server serves, with all that was bought and no phone counted as clean', async (context) => {
  if (shop === undefined) return context.skip('pg_dump and its server are not installed (apt: postgresql)');
  const { token } = await shop.customer('ada');
  const { orderId } = await openRental(shop, token, { phone_count: 2 });
  const { stdout } = await script('backup.sh', shop.site.databaseUrl, place);
  // A later change isn't in the backup.
  const later = await openRental(shop, token, { phone_count: 1 });

  const restoredUrl = (await startServer('second')).url('postgres');
  await script('restore.sh', restoredUrl, stdout.trim());
  await expect(script('restore.sh', restoredUrl, stdout.trim())).rejects.toThrow('this database is in use');

  const node = await startSecondNode(restoredUrl, await findFreePort());
  try {
    const { deps, site, operator } = node.app;
    expect((await operator.inject({ url: '/health/ready' })).statusCode).toBe(200);
    expect(await runAudit(deps, 'all')).toEqual([]);
    expect(auditChecks(deps.clock).length).toBeGreaterThan(20);
    const { payload, contentType } = form({ username: 'ada', password: testPassword });
    const headers = { 'content-type': contentType };
    const signedIn = await site.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
    const authorization = `Bearer ${signedIn.json()['access_token']}`;
    const read = (url: string) => site.inject({ url, headers: { authorization } });
    const order = (await read(`/api/orders/${orderId}`)).json();
    expect(order).toMatchObject({ state: 'awaiting_payment', phone_count: 2 });
    expect((await read(`/api/orders/${later.orderId}`)).statusCode).toBe(404);
    const { body } = await operator.inject({ url: '/metrics' });
    expect(body).toContain('pocketfleet_assignments{state="held"} 2');
    expect(body).toContain('pocketfleet_phones{state="cleaning"} 4');
  } finally {
    await node.stop();
  }
});

test('a backup that fails leaves nothing behind', async (context) => {
  if (shop === undefined) return context.skip('pg_dump and its server are not installed (apt: postgresql)');
  const folder = mkdtempSync(join(place, 'failed-'));
  await expect(script('backup.sh', `${shop.site.databaseUrl}-none`, folder)).rejects.toThrow(
    'does not exist',
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a backup that is stopped leaves nothing behind either', async () => {
  const folder = mkdtempSync(join(place, 'stopped-'));
  const programsDir = mkdtempSync(join(place, 'slow-'));
  const slow = `#!/bin/sh\nfor option in "$@"; do case $option in --file=*) echo half > "\${option#--file=}";; esac; done\nexec sleep 60\n`;
  writeFileSync(join(programsDir, 'pg_dump'), slow, { mode: 0o755 });
  const backup = spawn(join(deployDir, 'backup.sh'), [folder], {
    env: { PATH: `${programsDir}:${process.env['PATH']}`, DATABASE_URL: 'postgres://nobody@localhost/none' },
    detached: true,
  });
  const ended = new Promise((resolve) => backup.once('close', resolve));
  await expect.poll(() => readdirSync(folder), { timeout: 60_000 }).toHaveLength(1);
  // As a service manager does: all of its processes.
  process.kill(-(backup.pid ?? 0), 'SIGTERM');
  await ended;
  expect(readdirSync(folder)).toEqual([]);
});

/** The newest PostgreSQL of the machine that has all that a backup needs. */
function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const newestFirst = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return newestFirst
    .map((version) => join(root, version))
    .find((folder) =>
      ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'psql'].every((name) =>
        existsSync(join(folder, 'bin', name)),
      ),
    );
}

async function startServer(name: string): Promise<PostgresServer> {
  const user = chooseDatabaseUser();
  const clusterDir = join(place, name);
  const binariesDir = programs ?? '';
  makePrivateFolder(user, clusterDir);
  const options = ['--pgdata', clusterDir, '--username=pocketfleet', '--auth=trust', '--encoding=UTF8'];
  await run(join(binariesDir, 'bin', 'initdb'), [...options, '--no-locale'], { ...asUser(user), cwd: '/' });
  const cluster = { clusterDir, binariesDir, user, password: 'test' };
  // The machine's server may be older than ours and not know this one.
  const { file_copy_method: _, ...settings } = settingsForTests;
  const server = await startPostgres({ cluster, port: await findFreePort(), settings });
  servers.push(server);
  return server;
}

function script(name: string, databaseUrl: string, argument: string) {
  const path = `${programs}/bin:${process.env['PATH']}`;
  return run(join(deployDir, name), [argument], { env: { PATH: path, DATABASE_URL: databaseUrl } });
}
