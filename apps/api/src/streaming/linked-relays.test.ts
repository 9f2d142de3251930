// Relays that are played here, with real links to a real node.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { closeCodes } from '@pocketfleet/contract';
import { type ControlEvent, makeRelayId, type OpenSocket, RelayLink } from '@pocketfleet/relay';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { listenForAgents } from '../../test/test-agent.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { ticketFor } from '../../test/test-viewer.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';

const patience = { timeout: 60_000, interval: 20 };
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const publicText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const url = 'wss://relay.example';
const site = useTestApp(
  {
    RELAY_KEYS: publicText,
    RELAY_URLS: url,
  },
  // So that each check is told.
  { socketLeaseMs: 0, socketChecksMs: 50 },
);
let agents: string;
let phone: string;
let token: string;
const links: RelayLink[] = [];

beforeAll(async () => {
  agents = await listenForAgents(site);
  phone = await createTestDevice(site.db, await createTestHost(site.db), 'PF-001');
  const nowMs = site.app.deps.clock.nowMs();
  await assignDevice(site.app.deps, {
    device_id: phone,
    user_id: await createTestUser(site.db, 'ada'),
    order_id: null,
    starts_at: new Date(nowMs - 60_000).toISOString(),
    expires_at: new Date(nowMs + 3_600_000).toISOString(),
  });
  await site.runJobs();
  token = await site.signIn('ada', testPassword);
});
afterEach(() => {
  for (const link of links.splice(0)) link.stop();
});

async function startRelay(relayId: string, open: OpenSocket[] = []) {
  const heard: ControlEvent[] = [];
  const up = Promise.withResolvers<void>();
  const link = new RelayLink({
    url: `ws://${agents}`,
    key: privateKey,
    relayId,
    publicUrl: url,
    agentsUrl: `wss://${relayId}.example`,
    log: pino({ level: 'silent' }),
    onEvent: (event) => heard.push(event),
    listOpen: () => ({ sockets: open, channels: [] }),
    onUp: up.resolve,
    onDown: () => undefined,
  });
  links.push(link);
  link.start();
  await up.promise;
  return { link, heard, open };
}
type Started = Awaited<ReturnType<typeof startRelay>>;

async function admit({ link, open }: Started): Promise<OpenSocket> {
  const socket_id = randomUUID();
  const ticket = await ticketFor(site, token, phone);
  const request = { socket_id, ticket, device_id: phone, is_ahead: false, address: '127.0.0.1' };
  const answer = await link.ask('admit', { ...request, kind: 'stream' });
  if ('refusal' in answer) throw new Error(answer.refusal);
  const one = { socket_id, note: answer.note };
  open.push(one);
  return one;
}

const isStored = async ({ socket_id }: OpenSocket): Promise<boolean> => {
  const found = await sql`select 1 from stream_sockets where id = ${socket_id}`.execute(site.db);
  return found.rows.length === 1;
};
const isChecked = ({ heard }: Started, { socket_id }: OpenSocket) =>
  vi.waitFor(
    () => expect(heard).toContainEqual(expect.objectContaining({ type: 'lease_changed', socket_id })),
    patience,
  );

test('a false note ends one socket, and not the checks of other relays', async () => {
  const right = await startRelay(makeRelayId(publicText));
  const one = await admit(right);
  const { note } = one;
  const forged = JSON.stringify({ ...JSON.parse(note.slice(note.indexOf('{'))), ticket_at: 'x' });
  const socket_id = randomUUID();
  const wrong = await startRelay(makeRelayId(publicText), [{ socket_id, note: forged }]);
  await vi.waitFor(
    () =>
      expect(wrong.heard).toContainEqual({
        type: 'sockets_ended',
        socket_ids: [socket_id],
        reason: 'server_error',
      }),
    patience,
  );
  right.heard.length = 0;
  await isChecked(right, one);
});

test('a newer link of a relay keeps the rows of what it names, and the rows of a lost relay go', async () => {
  const relayId = makeRelayId(publicText);
  const before = await startRelay(relayId);
  const [stays, goes] = [await admit(before), await admit(before)];
  before.link.stop();
  const after = await startRelay(relayId, [stays]);
  await vi.waitFor(async () => expect(await isStored(goes)).toBe(false), patience);
  await isChecked(after, stays);
  expect(await isStored(stays)).toBe(true);
  after.link.stop();
  await vi.waitFor(async () => expect(await isStored(stays)).toBe(false), patience);
});

test('a relay that says that it goes away, while its node goes on, leaves no rows', async () => {
  const relay = await startRelay(makeRelayId(publicText));
  const one = await admit(relay);
  const { close } = WebSocket.prototype;
  // With the code with which a node that stops closes its own sockets.
  vi.spyOn(WebSocket.prototype, 'close').mockImplementationOnce(function (this: WebSocket) {
    close.call(this, closeCodes.going_away.code);
  });
  relay.link.stop();
  await vi.waitFor(async () => expect(await isStored(one)).toBe(false), patience);
});
