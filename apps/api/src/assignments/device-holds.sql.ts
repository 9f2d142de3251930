// The SQL of holds: the devices that an unpaid order keeps until a deadline.
import type { AssignmentState, ChosenModel } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import type { AssignmentEvent } from './assignments.events.ts';
import { clock, freeDevices, freeDevicesOf, isUsable, type Period } from './stock.sql.ts';

const stockLock = 7_305_410;

export async function takeStockLock(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${stockLock})`.execute(tx);
}

export async function selectHasStaleHolds(db: Db): Promise<boolean> {
  const result = await sql`
    select 1 from assignments where state = 'held' and hold_expires_at <= (select app_now()) limit 1`.execute(
    db,
  );
  return result.rows.length > 0;
}

export async function deleteStaleHolds(tx: Db): Promise<string[]> {
  const result = await sql<{ order_id: string }>`
    with gone as (delete from assignments where state = 'held' and hold_expires_at <= (select app_now()) returning order_id)
    select distinct order_id from gone where order_id is not null`.execute(tx);
  return result.rows.map((row) => row.order_id);
}

export async function deleteHolds(tx: Db, orderId: string): Promise<void> {
  await sql`delete from assignments where order_id = ${orderId} and state = 'held'`.execute(tx);
}

export type HoldInput = Period & {
  user_id: string;
  order_id: string;
  minutes: number;
  /** How many phones of which model; the others may be any. */
  models: readonly ChosenModel[];
};

/** One statement, because every other allocation waits while it runs under the stock lock. */
export async function insertHolds(tx: Db, count: number, hold: HoldInput): Promise<string | undefined> {
  const chosen = hold.models.reduce((sum, model) => sum + model.count, 0);
  const free = chosen === 0 ? freeDevices(hold, count) : freeDevicesOf(hold, count, hold.models);
  const result = await sql<{ hold_expires_at: string }>`
    with ${clock}, free as materialized (${free})
    insert into assignments (device_id, user_id, order_id, state, starts_at, expires_at, hold_expires_at, chosen_model)
    select free.id, ${hold.user_id}::uuid, ${hold.order_id}::uuid, 'held', ${hold.starts_at}::timestamptz,
           ${hold.expires_at}::timestamptz, clock.now + make_interval(mins => ${hold.minutes}::int), free.chosen_model
    from clock, free
    where (select count(*) from free) = ${count} and (select count(chosen_model) from free) = ${chosen}
    returning hold_expires_at`.execute(tx);
  return result.rows[0]?.hold_expires_at;
}

export async function updateHoldsExtended(
  tx: Db,
  orderId: string,
  minutes: number,
): Promise<string | undefined> {
  const result = await sql<{ hold_expires_at: string }>`
    update assignments set hold_expires_at = hold_expires_at + make_interval(mins => ${minutes}::int)
    where order_id = ${orderId} and state = 'held' and hold_expires_at > app_now()
    returning hold_expires_at`.execute(tx);
  return result.rows[0]?.hold_expires_at;
}

export type HoldOfOrder = { order_id: string; hold_expires_at: string };

export async function selectHoldsOf(db: Db, orderIds: readonly string[]): Promise<HoldOfOrder[]> {
  const result = await sql<HoldOfOrder>`
    select order_id, min(hold_expires_at) as hold_expires_at from assignments
    where order_id = any(${sql.val(orderIds)}::uuid[]) and state = 'held' and hold_expires_at > app_now()
    group by order_id`.execute(db);
  return result.rows;
}

export async function selectHeldCount(db: Db, userId: string): Promise<{ orders: number; devices: number }> {
  const result = await sql<{ orders: number; devices: number }>`
    select count(distinct order_id)::int as orders, count(*)::int as devices
    from assignments where user_id = ${userId} and state = 'held' and hold_expires_at > app_now()`.execute(
    db,
  );
  return result.rows[0] ?? { orders: 0, devices: 0 };
}

export type ConvertedHold = AssignmentEvent & {
  state: AssignmentState;
  starts_at: string;
  expires_at: string;
};

/**
 * A device that should start now but can't be used stays scheduled, so that the customer's time doesn't run
 * (spec-decisions 21).
 */
export async function updateHoldsConverted(tx: Db, orderId: string): Promise<ConvertedHold[]> {
  const result = await sql<ConvertedHold>`
    update assignments
    set hold_expires_at = null,
        state = case when starts_at <= app_now() and ${isUsable(sql`assignments.device_id`)}
                     then 'active' else 'scheduled' end
    where order_id = ${orderId} and state = 'held' and extends_id is null
    returning id as assignment_id, device_id, user_id, state, starts_at, expires_at`.execute(tx);
  return result.rows;
}
