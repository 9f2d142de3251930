// How long sockets stay open while nobody can check their rights.
import { randomUUID } from 'node:crypto';
import { closeCodes } from '@pocketfleet/contract';
import type { ControlEvent } from '@pocketfleet/relay';
import { beforeAll, expect, test, vi } from 'vitest';
import { breakDatabase } from '../../test/break-database.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { openSocket, ticketFor } from '../../test/test-viewer.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';
import { type Admissions, createAdmissions } from './admissions.ts';
import { createClosedRows } from './closed-rows.ts';
import { takeTicket } from './tickets.sql.ts';

const patience = { timeout: 60_000, interval: 20 };
const hourMs = 3_600_000;
const site = useTestApp({}, { socketLeaseMs: 5_000 });
let address: string;
let phone: string;
let token: string;

beforeAll(async () => {
  address = await site.listen();
  phone = await createTestDevice(site.db, await createTestHost(site.db), 'PF-001');
  const nowMs = site.app.deps.clock.nowMs();
  await assignDevice(site.app.deps, {
    device_id: phone,
    user_id: await createTestUser(site.db, 'ada'),
    order_id: null,
    starts_at: new Date(nowMs - 60_000).toISOString(),
    expires_at: new Date(nowMs + hourMs).toISOString(),
  });
  await site.runJobs();
  token = await site.signIn('ada', testPassword);
});

/** Admissions that tell a list instead of a relay. */
async function admit(socketLeaseMs = 60_000) {
  const told: ControlEvent[] = [];
  const admissions: Admissions = createAdmissions({
    ...site.app.deps,
    nodeId: randomUUID(),
    rows: createClosedRows(site.app.deps, randomUUID()).ofLink(),
    tell: (event) => told.push(event),
    onEndMoved: () => undefined,
    socketLeaseMs,
  });
  const secret = hashSecret(await ticketFor(site, token, phone));
  const taken = await takeTicket(site.db, secret, { deviceId: phone, address: '127.0.0.1' });
  if (taken === undefined) throw new Error('the ticket was not taken');
  const socket_id = randomUUID();
  const lease = admissions.admit({ ...taken, socket_id, address: '127.0.0.1' });
  return { admissions, told, socket_id, lease };
}

test('a lease lasts a minute, or until the end of the rental where that is sooner', async () => {
  const { admissions, lease } = await admit();
  expect(lease.reason).toBe('server_error');
  expect(lease.ends_in_ms).toBeGreaterThan(59_000);
  expect(lease.ends_in_ms).toBeLessThanOrEqual(60_000);
  const longer = await admit(2 * hourMs);
  expect(longer.lease.reason).toBe('assignment_ended');
  expect(longer.lease.ends_in_ms).toBeLessThanOrEqual(hourMs);
  for (const each of [admissions, longer.admissions]) each.stop(true);
});

test('a check renews a lease that has become old, and tells the relay nothing of younger ones', async () => {
  const young = await admit(hourMs / 2);
  await young.admissions.check();
  expect(young.told).toEqual([]);
  // Without length, each lease is old at once.
  const old = await admit(0);
  await old.admissions.check();
  expect(old.told).toContainEqual({
    type: 'lease_changed',
    socket_id: old.socket_id,
    lease: { ends_in_ms: 0, reason: 'server_error' },
  });
  for (const { admissions } of [young, old]) admissions.stop(true);
});

test('a socket closes when its rights could not be checked for the time of its lease, and asks to be opened again', async () => {
  const viewer = openSocket(address, phone, await ticketFor(site, token, phone));
  await vi.waitFor(() => expect(viewer.notices[0]).toMatchObject({ type: 'welcome' }), patience);
  const database = await breakDatabase(site.databaseUrl);
  try {
    expect(await viewer.closed).toBe(closeCodes.server_error.code);
    expect(closeCodes.server_error.reconnect).toBe(true);
  } finally {
    await database.mend();
  }
  await vi.waitFor(() => sql`select 1`.execute(site.db), patience);
});
