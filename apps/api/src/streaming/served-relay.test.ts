// The work of a node for one relay whose link is lost, or whose sockets close, at the worst moment.
import { randomUUID } from 'node:crypto';
import type { ControlEvent } from '@pocketfleet/relay';
import { beforeAll, expect, test, vi } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { ticketFor } from '../../test/test-viewer.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice, endAssignment } from '../assignments/assignments.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { createClosedRows } from './closed-rows.ts';
import { serveRelay } from './served-relay.ts';

const patience = { timeout: 60_000, interval: 20 };
const site = useTestApp();
let phone: string;
let token: string;
let assignment: string;

beforeAll(async () => {
  phone = await createTestDevice(site.db, await createTestHost(site.db), 'PF-001');
  const nowMs = site.app.deps.clock.nowMs();
  assignment = await assignDevice(site.app.deps, {
    device_id: phone,
    user_id: await createTestUser(site.db, 'ada'),
    order_id: null,
    starts_at: new Date(nowMs - 60_000).toISOString(),
    expires_at: new Date(nowMs + 3_600_000).toISOString(),
  });
  await site.runJobs();
  token = await site.signIn('ada', testPassword);
});

/** A relay that is a list of what it was told. Its leases have no length, so that each check renews them. */
function serve() {
  const told: ControlEvent[] = [];
  const closedRows = createClosedRows(site.app.deps, site.app.links.nodeId);
  const parts = { ...site.app, deps: { ...site.app.deps, socketLeaseMs: 0 } };
  const served = serveRelay(parts, {
    tell: (event) => told.push(event),
    requests: site.app.channels.requests,
    rows: closedRows.ofLink(),
  });
  return { served, told, closedRows };
}

type Served = ReturnType<typeof serve>['served'];

async function admit({ control }: Served) {
  const socket_id = randomUUID();
  const ticket = await ticketFor(site, token, phone);
  const request = { socket_id, ticket, device_id: phone, is_ahead: false, address: '127.0.0.1' };
  return { socket_id, answer: control.admit({ ...request, kind: 'stream' }) };
}

const countRows = async (socketId: string): Promise<number> => {
  const found = await sql`select 1 from stream_sockets where id = ${socketId}`.execute(site.db);
  return found.rows.length;
};

/** While the database makes everybody wait for a ticket. */
async function whileTicketsWait(work: () => Promise<void>): Promise<void> {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(site.db, async (tx) => {
    await sql`lock table stream_tickets in exclusive mode`.execute(tx);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  await work().finally(over.resolve);
  await holding;
}

test.each([
  ['that closes', ({ control }: Served, id: string) => control.socketClosed(id, 1006)],
  ['whose relay loses its link', ({ stop }: Served) => stop(false)],
  ['whose node stops', ({ stop }: Served) => stop(true)],
])('a socket %s while its ticket is read leaves no row', async (_, lose) => {
  const { served, closedRows } = serve();
  const socket_id = randomUUID();
  const ticket = await ticketFor(site, token, phone);
  let answer: unknown;
  await whileTicketsWait(async () => {
    const request = { socket_id, ticket, device_id: phone, is_ahead: false, address: '127.0.0.1' };
    answer = served.control.admit({ ...request, kind: 'stream' });
    lose(served, socket_id);
    await closedRows.deleteAll();
  });
  expect(await answer).toEqual({ refusal: 'server_error' });
  await closedRows.deleteAll();
  expect(await countRows(socket_id)).toBe(0);
  expect(served.countSockets().stream).toBe(0);
  served.stop(true);
});

test('a relay may open channels only for what it was let in for', async () => {
  const { served } = serve();
  const dial = { channel_id: randomUUID(), secret: 'a secret', node_url: 'ws://relay.example' };
  const ask = (kind: 'stream' | 'shell') =>
    served.control.openChannel(dial, { device_id: phone, assignment_id: assignment, kind });
  const lost = { refusal: { detail: 'The connection to the phone was lost.' } };
  expect(await ask('stream')).toMatchObject(lost);
  await (await admit(served)).answer;
  expect(await ask('shell')).toMatchObject(lost);
  expect(await ask('stream')).not.toHaveProperty('refusal');
  served.stop(false);
});

test('each message of named sockets is checked by itself', async () => {
  const { served: before } = serve();
  const named = await Promise.all([admit(before), admit(before)]);
  const open = await Promise.all(
    named.map(async ({ socket_id, answer }) => {
      const admitted = await answer;
      if ('refusal' in admitted) throw new Error(admitted.refusal);
      return { socket_id, note: admitted.note };
    }),
  );
  before.stop(true);
  const { served, told } = serve();
  const renewed = () => told.flatMap((event) => (event.type === 'lease_changed' ? event.socket_id : []));
  for (const [index, one] of open.entries()) {
    await served.resume({ sockets: [one], channels: [] });
    expect(renewed()).toEqual(open.slice(0, index + 1).map(({ socket_id }) => socket_id));
  }
  served.stop(false);
  await vi.waitFor(async () => {
    for (const { socket_id } of open) expect(await countRows(socket_id)).toBe(0);
  }, patience);
});

test('a socket whose right has ended while its relay was away is ended, and nothing is stored of it any more', async () => {
  const { served: before } = serve();
  const { socket_id, answer } = await admit(before);
  const admitted = await answer;
  if ('refusal' in admitted) throw new Error(admitted.refusal);
  before.stop(true);
  await endAssignment(site.app.deps, assignment);
  const { served, told, closedRows } = serve();
  await served.resume({ sockets: [{ socket_id, note: admitted.note }], channels: [] });
  expect(told).toContainEqual({ type: 'sockets_ended', socket_ids: [socket_id], reason: 'assignment_ended' });
  expect(served.countSockets().stream).toBe(0);
  await closedRows.deleteAll();
  expect(await countRows(socket_id)).toBe(0);
  served.stop(true);
});
