// The product's responses and messages to its relay, over HTTP and real sockets: a customer's page at one end, and at the other a
// host that dials in and sends pictures.

import { encodePacket } from '@pocketfleet/stream-protocol';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connectAgent, enrol, listenForAgents, phoneReport, type TestAgent } from '../../test/test-agent.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { proveClean } from '../../test/test-devices.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { type OpenOptions, openSocket, type TestViewer, ticketFor } from '../../test/test-viewer.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice, endAssignment } from '../assignments/assignments.ts';
import { createEnrolmentCode } from '../devices/devices.ts';
import { sql } from '../platform/database.ts';

const patience = { timeout: 60_000, interval: 20 };
const packet = encodePacket({
  kind: 'video',
  key: true,
  sequence: 1,
  ptsUs: 0n,
  payload: Uint8Array.of(0, 0, 0, 1, 0x65),
});

const site = useTestApp();
let address: string;
let agent: TestAgent;
let phone: string;
let tenant: string;
let token: string;
let assignment: string;
let sending: NodeJS.Timeout;
/** The channels of the host. */
const channels: WebSocket[] = [];

beforeAll(async () => {
  const agents = await listenForAgents(site);
  address = await site.listen();
  const joined = await enrol(agents, await createEnrolmentCode({ db: site.db }), 'rack');
  agent = await connectAgent(agents, {
    hostId: String(joined.body['host_id']),
    privateKey: joined.privateKey,
  });
  agent.send({ type: 'devices', full: true, devices: [phoneReport('phone')] });
  phone = await vi.waitFor(() => {
    const found = agent.received.find((message) => message.type === 'known_devices');
    const id = found?.type === 'known_devices' ? found.devices[0]?.device_id : undefined;
    if (id === undefined) throw new Error('the phone is not known yet');
    return id;
  }, patience);
  await proveClean(site.db, phone);
  tenant = await createTestUser(site.db, 'grace');
  token = await site.signIn('grace', testPassword);
  let dialled = 0;
  sending = setInterval(() => {
    const asked = agent.received.filter((message) => message.type === 'open_channel');
    for (const { channel_id, secret } of asked.slice(dialled)) {
      const channel = new WebSocket(`ws://${agents}/agent/channels/${channel_id}`, [
        'pocketfleet-channel',
        secret,
      ]);
      channel.on('error', () => undefined);
      channels.push(channel);
    }
    dialled = asked.length;
    for (const channel of channels) if (channel.readyState === channel.OPEN) channel.send(packet);
  }, 20);
  return () => {
    clearInterval(sending);
    agent.close();
  };
});
beforeEach(async () => {
  const nowMs = site.app.deps.clock.nowMs();
  assignment = await assignDevice(
    { db: site.db },
    {
      device_id: phone,
      user_id: tenant,
      order_id: null,
      starts_at: new Date(nowMs - 1_000).toISOString(),
      expires_at: new Date(nowMs + 3_600_000).toISOString(),
    },
  );
  await sql`update assignments set state = 'active', prepared_at = app_now() where id = ${assignment}`.execute(
    site.db,
  );
});
afterEach(async () => {
  await endAssignment({ db: site.db }, assignment);
  await proveClean(site.db, phone);
});

async function watch(by = token, options: OpenOptions = {}): Promise<TestViewer> {
  const viewer = openSocket(address, phone, await ticketFor(site, by, phone), options);
  await viewer.nextPicture();
  return viewer;
}

const countSockets = async () => {
  const found = await sql<{ count: number }>`select count(*)::int as count from stream_sockets`.execute(
    site.db,
  );
  return found.rows[0]?.count;
};

test('the end of a rental closes its viewers and channels, and leaves no row', async () => {
  const viewer = await watch();
  expect(await countSockets()).toBe(1);
  await endAssignment({ db: site.db }, assignment);
  expect(await viewer.closed).toBe(4405);
  await vi.waitFor(
    () => expect(channels.every(({ readyState, CLOSED }) => readyState === CLOSED)).toBe(true),
    patience,
  );
  await vi.waitFor(async () => expect(await countSockets()).toBe(0), patience);
});

test('a revoked key closes what was opened with it, and nothing else', async () => {
  const { id, key } = await makeTestKey(site, token, { permissions: ['watch', 'control'] });
  const [own, viewer] = [await watch(), await watch(key)];
  expect((await site.call('DELETE', `/api/keys/${id}`, { token })).status).toBe(200);
  expect(await viewer.closed).toBe(4404);
  await own.nextPicture();
});

test('a rental that ends sooner or later than was known is closed at its new end, and viewers are told', async () => {
  const viewer = await watch();
  const expiresAt = new Date(site.app.deps.clock.nowMs() + 7_200_000).toISOString();
  await sql`update assignments set expires_at = ${expiresAt} where id = ${assignment}`.execute(site.db);
  await vi.waitFor(
    () => expect(viewer.notices).toContainEqual({ type: 'expires', expires_at: expect.any(String) }),
    patience,
  );
  await sql`update assignments set expires_at = app_now() + interval '1 second' where id = ${assignment}`.execute(
    site.db,
  );
  expect(await viewer.closed).toBe(4405);
});

test('a ticket opens one socket, and only of its phone and kind', async () => {
  const ticket = await ticketFor(site, token, phone);
  const shell = openSocket(address, phone, ticket, { what: 'shell' });
  expect(await shell.closed).toBe(4403);
  const again = openSocket(address, phone, ticket);
  expect(await again.closed).toBe(4401);
});
