// Files as they travel in production: TLS ends in front of the relay on both of its sides, browser's and agent's.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { chainOf, type FilesClient, openFilesClient } from '../../../agent/test/files-client.ts';
import { awaitReady, rentPhone } from '../../test/rented-phone.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { ticketFor } from '../../test/test-viewer.ts';
import { startTlsFront, type TlsFront } from '../../test/tls-front.ts';
import { startTestFleet, type TestFleet } from '../../test/watched-fleet.ts';

const bytes = randomBytes(9_000_001);
const path = '/sdcard/Download/long.bin';
const file = { folder: '/sdcard/Download', name: 'long.bin', modified_ms: 1_700_000_000_000, install: false };
let place: string;
let beforeAgents: TlsFront;
let beforeSite: TlsFront;
let fleet: TestFleet;
let phone: string;
let token: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'pf-tls-'));
  fleet = await startTestFleet(1, async (agentPort) => {
    beforeAgents = await startTlsFront(agentPort);
    const authority = join(place, 'authority.pem');
    writeFileSync(authority, beforeAgents.authority);
    return { nodeUrl: `wss://${beforeAgents.address}`, agentEnv: { NODE_EXTRA_CA_CERTS: authority } };
  });
  beforeSite = await startTlsFront(Number(fleet.address.split(':')[1]));
  await fleet.startAgent();
  [phone = ''] = await awaitReady(fleet);
  await rentPhone(fleet, phone, await createTestUser(fleet.site.db, 'ada'));
  token = await fleet.site.signIn('ada', testPassword);
});
afterAll(async () => {
  await fleet?.stop();
  await beforeSite?.stop();
  await beforeAgents?.stop();
  rmSync(place, { recursive: true, force: true });
});

async function open(): Promise<FilesClient> {
  const ticket = await ticketFor(fleet.site, token, phone, { purpose: 'files' });
  const socket = new WebSocket(
    `wss://${beforeSite.address}/ws/devices/${phone}/files`,
    ['pocketfleet', ticket],
    { origin: fleet.site.app.deps.config.publicUrl, ca: beforeSite.authority },
  );
  const client = openFilesClient(socket);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return client;
}

test('an interrupted push continues where it stopped, and arrives byte for byte', async () => {
  const before = { site: beforeSite.opened(), agents: beforeAgents.opened() };
  await (await open()).push(file, bytes, 5_000_000);
  const { from, notices } = await (await open()).push(file, bytes);
  expect(notices.at(-1)).toEqual({ type: 'done' });
  expect(from).toBeGreaterThanOrEqual(3_000_000);
  expect(beforeSite.opened() - before.site).toBe(2);
  expect(beforeAgents.opened() - before.agents).toBe(2);
  expect((await (await open()).pull(path)).equals(bytes)).toBe(true);
});

test('bytes that were fetched before an interruption are not fetched again', async () => {
  const first = await (await open()).pull(path, 0, undefined, 4_000_000);
  const rest = await (await open()).pull(path, first.length, chainOf(first));
  expect(first.length).toBeGreaterThanOrEqual(4_000_000);
  expect(Buffer.concat([first, rest]).equals(bytes)).toBe(true);
});
