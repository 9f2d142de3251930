// Somebody names a device beside an order, without the stock's lock or with it: nobody gets an error for it.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ownReach } from '../../test/own-reach.ts';
import { createTestUser } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { lockStock } from '../assignments/assignments.ts';
import { inAllocation, sql, sqlState, type Tx } from '../platform/database.ts';
import { placeOrder } from './orders.ts';

const site = useTestApp();
let ada: string;
let devices: string[];

beforeAll(async () => {
  ada = await createTestUser(site.db, 'ada');
  const host = await createTestHost(site.db);
  devices = [await createTestDevice(site.db, host, 'PF-1'), await createTestDevice(site.db, host, 'PF-2')];
  await sql`update hosts set link_beat_at = app_now() + interval '30 days'`.execute(site.db);
});
beforeEach(async () => {
  await sql`delete from assignments`.execute(site.db);
  await sql`delete from orders`.execute(site.db);
});

/** Runs `work` in a transaction that stays open until `meanwhile` has seen somebody wait for it. */
async function inTheWay(work: (tx: Tx) => Promise<unknown>, other: () => Promise<unknown>): Promise<unknown> {
  let result: Promise<unknown> = Promise.resolve();
  await site.db.transaction().execute(async (tx) => {
    await work(tx);
    result = other();
    result.catch(() => undefined);
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(site.db);
      expect(waiting.rows.length).toBeGreaterThan(0);
    }, 4_000);
  });
  return result;
}

const book = (device: number) => (tx: Tx) =>
  sql`insert into assignments (device_id, user_id, state, starts_at, expires_at)
      values (${devices[device]}, ${ada}, 'scheduled', app_now() + interval '1 hour', app_now() + interval '9 days')`.execute(
    tx,
  );

const input = () => ({
  phone_count: 1,
  start_date: new Date(site.app.deps.clock.nowMs() + 2 * 3_600_000).toISOString(),
  period: 'week' as const,
  number_of_periods: 1,
});

test('an order whose phone is booked concurrently takes the next one', async () => {
  const placed = await inTheWay(book(0), () => placeOrder(site.app.deps, ownReach(ada), input()));
  expect(placed).toMatchObject({ order: { state: 'awaiting_payment' } });
  const held = await sql`select device_id from assignments where state = 'held'`.execute(site.db);
  expect(held.rows).toEqual([{ device_id: devices[1] }]);
});

test('if it was the last phone, the refusal says how many are free', async () => {
  await book(1)(site.db as Tx);
  await expect(
    inTheWay(book(0), () => placeOrder(site.app.deps, ownReach(ada), input())),
  ).rejects.toMatchObject({
    code: 'short_of_phones',
    more: { available_phones_count: 0 },
  });
});

test('an order waits for a concurrent allocation', async () => {
  const placed = await inTheWay(lockStock, () => placeOrder(site.app.deps, ownReach(ada), input()));
  expect(placed).toMatchObject({ order: { state: 'awaiting_payment' } });
});

test('a lock that times out is tried three times', async () => {
  let tries = 0;
  await site.db.transaction().execute(async (other) => {
    await lockStock(other);
    const refused = inAllocation(site.db, async (tx) => {
      tries += 1;
      await sql`set local lock_timeout = '10ms'`.execute(tx);
      await lockStock(tx);
    });
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe('55P03');
  });
  expect(tries).toBe(3);
});
