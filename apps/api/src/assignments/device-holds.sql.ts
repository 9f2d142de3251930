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

/** `was_reserved`: the phones had been reserved by a quote, and no longer are. */
export type EndedHold = { order_id: string; was_reserved: boolean };

/** Deletes each hold past its end. A hold whose reservation goes on is kept until the reservation's end. */
export async function deleteStaleHolds(tx: Db): Promise<EndedHold[]> {
  const result = await sql<EndedHold>`
    with clock as materialized (select app_now() as now),
    kept as (
      update assignments set hold_expires_at = reserved_until from clock
      where state = 'held' and hold_expires_at <= clock.now and reserved_until > clock.now
      returning order_id, false as was_reserved
    ), gone as (
      delete from assignments using clock
      where state = 'held' and hold_expires_at <= clock.now and coalesce(reserved_until <= clock.now, true)
      returning order_id, reserved_until is not null as was_reserved
    )
    select order_id, bool_or(was_reserved) as was_reserved from (table kept union all table gone) as ended
    where order_id is not null group by order_id`.execute(tx);
  return result.rows;
}

/** Ends the time to pay: deletes the hold of an order, or keeps it until the end of its reservation. */
export async function deleteUnreservedHolds(tx: Db, orderId: string): Promise<void> {
  await sql`
    with kept as (
      update assignments set hold_expires_at = reserved_until
      where order_id = ${orderId} and state = 'held' and reserved_until > app_now()
    )
    delete from assignments
    where order_id = ${orderId} and state = 'held' and coalesce(reserved_until <= app_now(), true)`.execute(
    tx,
  );
}

/** The time to pay begins for reserved phones. Undefined when none are reserved. */
export async function updateReservedToPay(
  tx: Db,
  orderId: string,
  minutes: number,
): Promise<string | undefined> {
  const result = await sql<{ hold_expires_at: string }>`
    update assignments set hold_expires_at = app_now() + make_interval(mins => ${minutes}::int)
    where order_id = ${orderId} and state = 'held' and reserved_until > app_now() and hold_expires_at > app_now()
    returning hold_expires_at`.execute(tx);
  return result.rows[0]?.hold_expires_at;
}

export async function deleteHolds(tx: Db, orderId: string): Promise<void> {
  await sql`delete from assignments where order_id = ${orderId} and state = 'held'`.execute(tx);
}

/**
 * For some minutes to pay in, or reserved by a quote until an instant. `models`: how many phones of which model; the others
 * may be any.
 */
export type NewHold = Period & {
  user_id: string;
  workspace_id: string;
  order_id: string;
  models: readonly ChosenModel[];
} & ({ minutes: number; reserved_until?: undefined } | { minutes?: undefined; reserved_until: string });

/** One statement, because every other allocation waits while it runs under the stock lock. */
export async function insertHolds(tx: Db, count: number, hold: NewHold): Promise<string | undefined> {
  const reservedUntil = sql`${hold.reserved_until ?? null}::timestamptz`;
  const chosen = hold.models.reduce((sum, model) => sum + model.count, 0);
  const free = chosen === 0 ? freeDevices(hold, count) : freeDevicesOf(hold, count, hold.models);
  const result = await sql<{ hold_expires_at: string }>`
    with ${clock}, free as materialized (${free})
    insert into assignments (device_id, user_id, workspace_id, order_id, state, starts_at, expires_at, hold_expires_at,
                             reserved_until, chosen_model)
    select free.id, ${hold.user_id}::uuid, ${hold.workspace_id}::uuid, ${hold.order_id}::uuid, 'held', ${hold.starts_at}::timestamptz,
           ${hold.expires_at}::timestamptz,
           coalesce(${reservedUntil}, clock.now + make_interval(mins => ${hold.minutes ?? 0}::int)),
           ${reservedUntil}, free.chosen_model
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

/** `reserved_until` is null for a hold without a reservation. */
export type HoldOfOrder = { order_id: string; hold_expires_at: string; reserved_until: string | null };

export async function selectHoldsOf(db: Db, orderIds: readonly string[]): Promise<HoldOfOrder[]> {
  const result = await sql<HoldOfOrder>`
    select order_id, min(hold_expires_at) as hold_expires_at, min(reserved_until) as reserved_until from assignments
    where order_id = any(${sql.val(orderIds)}::uuid[]) and state = 'held' and hold_expires_at > app_now()
    group by order_id`.execute(db);
  return result.rows;
}

/** Without phones that our team reserved: how many those are is the team's decision. */
export async function selectHeldCount(db: Db, userId: string): Promise<{ orders: number; devices: number }> {
  const result = await sql<{ orders: number; devices: number }>`
    select count(distinct order_id)::int as orders, count(*)::int as devices
    from assignments where user_id = ${userId} and state = 'held' and hold_expires_at > app_now() and reserved_until is null`.execute(
    db,
  );
  return result.rows[0] ?? { orders: 0, devices: 0 };
}

export type ConvertedHold = AssignmentEvent & {
  state: AssignmentState;
  starts_at: string;
  expires_at: string;
};

/** A device that should start now but can't be used stays scheduled, so that the customer's time doesn't run. */
export async function updateHoldsConverted(tx: Db, orderId: string): Promise<ConvertedHold[]> {
  const result = await sql<ConvertedHold>`
    update assignments
    set hold_expires_at = null, reserved_until = null,
        state = case when starts_at <= app_now() and ${isUsable(sql`assignments.device_id`)}
                     then 'active' else 'scheduled' end
    where order_id = ${orderId} and state = 'held' and extends_id is null
    returning id as assignment_id, device_id, user_id, workspace_id, state, starts_at, expires_at`.execute(
    tx,
  );
  return result.rows;
}
