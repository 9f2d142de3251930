// The database itself refuses to assign a device that is not proven clean, whatever the code does.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestUser } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sweepAssignments } from '../assignments/assignments.jobs.ts';
import {
  activateAssignment,
  assignDevice,
  convertHold,
  countFreeDevices,
  endAssignment,
} from '../assignments/assignments.ts';
import { inTransaction, sql } from '../platform/database.ts';

const site = useTestApp();
let user: string;
let host: string;
let device: string;
let made = 0;

beforeAll(async () => {
  user = await createTestUser(site.db, 'ada');
  host = await createTestHost(site.db);
});
beforeEach(async () => {
  made += 1;
  await sql`update hosts set link_beat_at = app_now()`.execute(site.db);
  device = await createTestDevice(site.db, host, `PF-${made}`);
});

const at = (hours: number): string => new Date(site.app.deps.clock.nowMs() + hours * 3_600_000).toISOString();
const assign = async (startsInH: number, endsInH: number): Promise<string> => {
  const id = await assignDevice(site.app.deps, {
    device_id: device,
    user_id: user,
    order_id: null,
    starts_at: at(startsInH),
    expires_at: at(endsInH),
  });
  await site.runJobs();
  return id;
};
const deviceState = async () =>
  (
    await sql<{ state: string; proven_by: string | null; tenant_user: number | null }>`
      select state, proven_by, tenant_user from devices where id = ${device}`.execute(site.db)
  ).rows[0];
const assignmentState = async (id: string) =>
  (await sql<{ state: string }>`select state from assignments where id = ${id}`.execute(site.db)).rows[0]
    ?.state;
const cleanings = async () =>
  (
    await sql<{ id: string; purpose: string; state: string }>`
      select id, purpose, state from cleanings where device_id = ${device} and reason <> 'test'
      order by created_at`.execute(site.db)
  ).rows;

test('the end of an assignment deletes the proof and starts a cleaning, in the same transaction', async () => {
  const id = await assign(-1, 5);
  const proof = (await deviceState())?.proven_by;
  expect(proof).not.toBeNull();
  await expect(
    inTransaction(site.db, async (tx) => {
      await endAssignment({ db: tx }, id);
      throw new Error('the plug is pulled');
    }),
  ).rejects.toThrow('the plug is pulled');
  expect(await deviceState()).toMatchObject({ state: 'ready', proven_by: proof });
  await endAssignment(site.app.deps, id);
  expect(await deviceState()).toMatchObject({ state: 'cleaning', proven_by: null, tenant_user: null });
  expect(await cleanings()).toMatchObject([{ state: 'proven', purpose: 'prepare' }, { state: 'open' }]);
  expect(await cleanings()).toHaveLength(2);
});

test('A2: a device is not ready without a proof, nor with a proof from before its last tenant', async () => {
  const proof = (await deviceState())?.proven_by;
  await endAssignment(site.app.deps, await assign(-1, 5));
  const setReady = (by: string | null | undefined) =>
    sql`update devices set state = 'ready', proven_by = ${by} where id = ${device}`.execute(site.db);
  await expect(setReady(null)).rejects.toThrow('devices_ready_is_proven');
  await expect(setReady(proof)).rejects.toThrow('is not proven clean');
  const [, open] = await cleanings();
  await expect(setReady(open?.id)).rejects.toThrow('is not proven clean');
});

test('the proof of another device proves nothing', async () => {
  const other = await createTestDevice(site.db, host, `PF-9${made}`);
  await endAssignment(site.app.deps, await assign(-1, 5));
  await expect(
    sql`update devices d set state = 'ready', proven_by = o.proven_by from devices o
      where d.id = ${device} and o.id = ${other}`.execute(site.db),
  ).rejects.toThrow('is not proven clean');
});

test.each(['cleaning', 'quarantined', 'retired'])(
  'a device that is %s can not be assigned now',
  async (state) => {
    await sql`update devices set state = ${state} where id = ${device}`.execute(site.db);
    await expect(
      sql`insert into assignments (device_id, user_id, state, starts_at)
      values (${device}, ${user}, 'active', app_now())`.execute(site.db),
    ).rejects.toThrow('is not ready for a tenant');
    const id = await assign(-1, 5);
    expect(await assignmentState(id)).toBe('scheduled');
    expect(await activateAssignment(site.app.deps, id)).toBe(false);
    await expect(
      sql`update assignments set state = 'active' where id = ${id}`.execute(site.db),
    ).rejects.toThrow('is not ready for a tenant');
  },
);

test('a paid hold on a device that is still being cleaned waits for it', async () => {
  const order = await sql<{ id: string }>`
    insert into orders (user_id, state, phone_count, start_date, end_date, period, number_of_periods, amount)
    values (${user}, 'awaiting_payment', 1, ${at(0)}, ${at(24)}, 'day', 1, 100) returning id`.execute(
    site.db,
  );
  const order_id = order.rows[0]?.id ?? '';
  await sql`
    insert into assignments (device_id, user_id, order_id, state, starts_at, expires_at, hold_expires_at)
    values (${device}, ${user}, ${order_id}, 'held', ${at(0)}, ${at(24)}, ${at(1)})`.execute(site.db);
  await sql`update devices set state = 'cleaning' where id = ${device}`.execute(site.db);
  expect(await inTransaction(site.db, (tx) => convertHold(tx, order_id))).toBe(1);
  const taken = await sql<{
    state: string;
  }>`select state from assignments where order_id = ${order_id}`.execute(site.db);
  expect(taken.rows).toEqual([{ state: 'scheduled' }]);
});

test('an assignment that runs is not moved to a device that is not ready', async () => {
  const id = await assign(-1, 5);
  const other = await createTestDevice(site.db, host, `PF-8${made}`);
  await sql`update devices set state = 'quarantined' where id = ${other}`.execute(site.db);
  await expect(
    sql`update assignments set device_id = ${other} where id = ${id}`.execute(site.db),
  ).rejects.toThrow('is not ready for a tenant');
});

test('the sweep opens a device whose preparation was lost in a crash', async () => {
  site.agents.prepare = false;
  await assign(-1, 5);
  await sql`delete from cleanings where device_id = ${device} and purpose = 'prepare'`.execute(site.db);
  await sweepAssignments(site.app.deps);
  await sweepAssignments(site.app.deps);
  expect(await cleanings()).toMatchObject([{ purpose: 'prepare', state: 'open' }]);
});

test('a device with a tenant is not cleaned', async () => {
  await assign(-1, 5);
  await expect(
    sql`update devices set state = 'cleaning' where id = ${device}`.execute(site.db),
  ).rejects.toThrow('has a tenant');
});

test('a device that is being cleaned can be booked from after the turnover, and a quarantined one not at all', async () => {
  const free = (hours: number) =>
    countFreeDevices(site.db, { starts_at: at(hours), expires_at: at(hours + 24) });
  const before = { now: await free(0), soon: await free(1.1), later: await free(48) };
  await endAssignment(site.app.deps, await assign(-1, 5));
  expect(await free(0)).toBe(before.now - 1);
  expect(await free(1.1)).toBe(before.soon);
  expect(await free(48)).toBe(before.later);
  await sql`update devices set state = 'quarantined' where id = ${device}`.execute(site.db);
  expect(await free(1.1)).toBe(before.soon - 1);
  expect(await free(48)).toBe(before.later - 1);
});
