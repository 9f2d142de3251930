// The only SQL of orders.
import type { Order, OrderState } from '@pocketfleet/contract';
import { idsOf } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import type { Buyer } from './buyer.ts';
import { statesBefore } from './order-state.ts';
import { chosenModelsOf, type Selection } from './selection.ts';

/** `user_id`: who placed it, and gets its mails. */
export type OrderRow = Order & { user_id: string; workspace_id: string; hold_extended_at: string | null };

const columns = sql`id, number, state, phone_count, start_date, end_date, period, number_of_periods, currency,
  amount, created_at, paid_at, extends_assignment_id, extends_many, models`;

/**
 * The orders of somebody: all of the workspace; with named phones only, those that they placed or pay themselves and those
 * whose phones they all have. A key's own are those that it placed or pays, not its person's.
 */
function isOf(reach: Reach) {
  const isOfWorkspace = sql`orders.workspace_id = ${reach.workspace_id}`;
  if (reach.phones === 'all') return isOfWorkspace;
  const isOwn =
    reach.key === undefined
      ? sql`${reach.user_id}::uuid in (orders.user_id, orders.payer_id)`
      : sql`(${idsOf(sql`${reach.key.credential_id}::uuid`)} && array[orders.placed_with, orders.payer_credential_id])`;
  const phones = sql`
    select a.device_id from assignments a
    where a.extends_id is null and (a.order_id = orders.id or a.id = orders.extends_assignment_id
      or a.id in (select x.assignment_id from order_extensions x where x.order_id = orders.id))`;
  return sql`(${isOfWorkspace} and (${isOwn}
    or coalesce((select bool_and(p.device_id = any(${sql.val(reach.phones)}::uuid[])) from (${phones}) p), false)))`;
}

export async function selectOrders(
  db: Db,
  reach: Reach,
  page: { offset: number; limit: number },
): Promise<{ rows: Order[]; total: number }> {
  const { rows } = await sql<Order & { total: number }>`
    select ${columns}, count(*) over () as total from orders where ${isOf(reach)}
    order by created_at desc, id offset ${page.offset} limit ${page.limit}`.execute(db);
  const [first] = rows;
  if (first !== undefined || page.offset === 0) return { rows, total: first?.total ?? 0 };
  // A page behind the last one has no row that says how many there are.
  const count = await sql<{ total: number }>`
    select count(*) as total from orders where ${isOf(reach)}`.execute(db);
  return { rows: [], total: count.rows[0]?.total ?? 0 };
}

export async function selectOrder(db: Db, orderId: string): Promise<OrderRow | undefined> {
  const result = await sql<OrderRow>`
    select ${columns}, user_id, workspace_id, hold_extended_at from orders where id = ${orderId}`.execute(db);
  return result.rows[0];
}

/** Undefined for an order that isn't theirs. */
export async function selectOwnOrder(db: Db, reach: Reach, orderId: string): Promise<OrderRow | undefined> {
  const result = await sql<OrderRow>`
    select ${columns}, user_id, workspace_id, hold_extended_at from orders
    where id = ${orderId} and ${isOf(reach)}`.execute(db);
  return result.rows[0];
}

/** Locked until the transaction ends. Undefined for an order that isn't theirs. */
export async function lockOwnOrder(tx: Db, reach: Reach, orderId: string): Promise<OrderRow | undefined> {
  await sql`select 1 from orders where id = ${orderId} for update`.execute(tx);
  return selectOwnOrder(tx, reach, orderId);
}

/** Locked until the transaction ends. */
export async function lockOrder(tx: Db, orderId: string): Promise<OrderRow | undefined> {
  await sql`select 1 from orders where id = ${orderId} for update`.execute(tx);
  return selectOrder(tx, orderId);
}

/** Of the same person: two members of a team may want the same. */
const isSame = (buyer: Buyer, selection: Selection) => sql`workspace_id = ${buyer.workspace_id}
  and user_id = ${buyer.user_id} and phone_count = ${selection.phone_count} and period = ${selection.period}
  and number_of_periods = ${selection.number_of_periods}
  and requested_start = ${selection.start_date}::timestamptz and extends_assignment_id is null
  and not extends_many and models = ${JSON.stringify(chosenModelsOf(selection))}::jsonb`;

/** The customer's unpaid order of exactly this selection. */
export async function selectSameOpenOrder(
  db: Db,
  buyer: Buyer,
  selection: Selection,
): Promise<OrderRow | undefined> {
  const result = await sql<OrderRow>`
    select ${columns}, user_id, workspace_id, hold_extended_at from orders
    where ${isSame(buyer, selection)} and state = 'awaiting_payment'
      -- A quoted order has the price of its quote.
      and not exists (select 1 from order_quotes where order_id = orders.id)
    order by created_at desc limit 1`.execute(db);
  return result.rows[0];
}

/** The customer's order of exactly this selection that was paid within the last ten minutes and has not ended. */
export async function selectSameJustPaid(
  db: Db,
  buyer: Buyer,
  selection: Selection,
): Promise<{ id: string; number: string } | undefined> {
  const result = await sql<{ id: string; number: string }>`
    select id, number from orders
    where ${isSame(buyer, selection)} and state = 'paid' and paid_at > app_now() - interval '10 minutes'
      and exists (select 1 from assignments a where a.order_id = orders.id and a.state <> 'ended')
    order by paid_at desc limit 1`.execute(db);
  return result.rows[0];
}

const buyerLock = 7_305_411;
const teamLock = 7_305_412;

/**
 * One order of a customer at a time, and in a team one of the team, until the transaction ends: two at once must not both fit
 * into a budget. Always taken before the stock lock, never after it; the customer's before the team's.
 */
export async function lockBuyer(tx: Db, { user_id, workspace_id }: Buyer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${buyerLock}, hashtext(${user_id}))`.execute(tx);
  if (workspace_id === user_id) return;
  await sql`select pg_advisory_xact_lock(${teamLock}, hashtext(${workspace_id}))`.execute(tx);
}

/** The phone of an assignment and the number of its order, for a mail; the number is null where our team gave the phone without an order. */
export async function selectNamesOfRental(
  db: Db,
  assignmentId: string,
): Promise<{ tag: string; model: string; order_number: string | null }> {
  const result = await sql<{ tag: string; model: string; order_number: string | null }>`
    select d.tag, d.model, o.number as order_number
    from assignments a join devices d on d.id = a.device_id left join orders o on o.id = a.order_id
    where a.id = ${assignmentId}`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error(`assignment ${assignmentId} is not stored`);
  return row;
}

/** The share of one phone in the price of its order, in cents; undefined when nothing was paid. */
export async function selectShare(
  db: Db,
  assignmentId: string,
): Promise<{ order_id: string; cents: number; starts_at: string; expires_at: string } | undefined> {
  const result = await sql<{ order_id: string; cents: number; starts_at: string; expires_at: string }>`
    select o.id as order_id, ceil(o.amount::numeric / o.phone_count)::int as cents, o.start_date as starts_at,
           o.end_date as expires_at
    from assignments a join orders o on o.id = a.order_id
    where a.id = ${assignmentId} and o.state = 'paid'`.execute(db);
  return result.rows[0];
}

export async function insertOrder(
  tx: Db,
  order: Selection & {
    user_id: string;
    workspace_id: string;
    /** The key or connected program that places it. */
    placed_with: string | null;
    state: OrderState;
    starts_at: string;
    expires_at: string;
    amount: number;
    extends_assignment_id?: string;
    extends_many?: boolean;
  },
): Promise<OrderRow> {
  const result = await sql<OrderRow>`
    insert into orders (user_id, workspace_id, placed_with, state, phone_count, requested_start, start_date, end_date, period,
                        number_of_periods, amount, extends_assignment_id, extends_many, models)
    values (${order.user_id}, ${order.workspace_id}, ${order.placed_with}, ${order.state}, ${order.phone_count}, ${order.start_date}, ${order.starts_at},
            ${order.expires_at}, ${order.period}, ${order.number_of_periods}, ${order.amount},
            ${order.extends_assignment_id ?? null}, ${order.extends_many ?? false},
            ${JSON.stringify(chosenModelsOf(order))}::jsonb)
    returning ${columns}, user_id, workspace_id, hold_extended_at`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the order was not stored');
  return row;
}

/** Undefined when the order's present state doesn't allow the move. */
export async function updateState(tx: Db, orderId: string, to: OrderState): Promise<Buyer | undefined> {
  const result = await sql<Buyer>`
    update orders set state = ${to}, paid_at = case when ${to} = 'paid' then app_now() else paid_at end
    where id = ${orderId} and state = any(${sql.val(statesBefore(to))}::text[])
    returning user_id, workspace_id`.execute(tx);
  return result.rows[0];
}

export async function updatePeriod(tx: Db, orderId: string, startsAt: string, endsAt: string): Promise<void> {
  await sql`update orders set start_date = ${startsAt}, end_date = ${endsAt} where id = ${orderId}`.execute(
    tx,
  );
}

/** For a second hold of an order: sets its new period and lets the hold be extended again. */
export async function updateHeldAgain(
  tx: Db,
  orderId: string,
  startsAt: string,
  endsAt: string,
): Promise<void> {
  await sql`
    update orders set start_date = ${startsAt}, end_date = ${endsAt}, hold_extended_at = null
    where id = ${orderId}`.execute(tx);
}

/** False when the hold was extended before. */
export async function updateHoldExtended(tx: Db, orderId: string): Promise<boolean> {
  const result = await sql`
    update orders set hold_extended_at = app_now() where id = ${orderId} and hold_extended_at is null`.execute(
    tx,
  );
  return result.numAffectedRows === 1n;
}

/** The earlier request with this key. Concurrent requests with the same key wait until `tx` ends. */
export async function lockRequest(
  tx: Db,
  userId: string,
  key: string,
): Promise<{ order_id: string; fingerprint: Buffer } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order_request:${userId}:${key}`}, 0))`.execute(
    tx,
  );
  const result = await sql<{ order_id: string; fingerprint: Buffer }>`
    select order_id, fingerprint from order_requests
    where user_id = ${userId} and idempotency_key = ${key}`.execute(tx);
  return result.rows[0];
}

export async function insertRequest(
  tx: Db,
  request: { user_id: string; key: string; fingerprint: Buffer; order_id: string; note: string },
): Promise<void> {
  await sql`
    insert into order_requests (user_id, idempotency_key, fingerprint, order_id, note)
    values (${request.user_id}, ${request.key}, ${request.fingerprint}, ${request.order_id}, ${request.note})`.execute(
    tx,
  );
}
