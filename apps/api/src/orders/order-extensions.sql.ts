// The SQL of extensions: which rentals an order extends. The view `extended_rentals` has them for orders that extend one
// rental and for orders that extend several.
import { type Db, sql } from '../platform/database.ts';

/** One rental that an order extends, with its share of the price in cents. */
export type ExtendedRental = {
  order_id: string;
  assignment_id: string;
  starts_at: string;
  ends_at: string;
  amount: number;
  /** The order extends other rentals, too: its state is not this rental's. */
  is_part: boolean;
};

const columns = sql`x.order_id, x.assignment_id, x.starts_at, x.ends_at, x.amount, x.is_part`;

/** Stores the rentals of an order that extends several. */
export async function insertExtensions(
  tx: Db,
  orderId: string,
  rentals: readonly { assignment_id: string; tag: string; from: string; until: string; amount: number }[],
): Promise<void> {
  const column = <Name extends keyof (typeof rentals)[number]>(name: Name) =>
    sql.val(rentals.map((rental) => rental[name]));
  await sql`
    insert into order_extensions (order_id, assignment_id, tag, starts_at, ends_at, amount)
    select ${orderId}::uuid, r.*
    from unnest(${column('assignment_id')}::uuid[], ${column('tag')}::text[], ${column('from')}::timestamptz[],
                ${column('until')}::timestamptz[], ${column('amount')}::int[]) as r`.execute(tx);
}

/** The rentals of these unpaid orders that include the assignment; each order with all its rentals, oldest first. */
export async function selectOpenExtensions(db: Db, assignmentId: string): Promise<ExtendedRental[]> {
  const result = await sql<ExtendedRental>`
    select ${columns} from extended_rentals x join orders o on o.id = x.order_id
    where o.state = 'awaiting_payment'
      and x.order_id in (select order_id from extended_rentals where assignment_id = ${assignmentId})
    order by o.created_at, x.order_id, x.assignment_id`.execute(db);
  return result.rows;
}

export type PaidExtension = ExtendedRental & { number: string; user_id: string; workspace_id: string };

/** The paid extensions of an assignment, latest time first. */
export async function selectPaidExtensions(db: Db, assignmentId: string): Promise<PaidExtension[]> {
  const result = await sql<PaidExtension>`
    select ${columns}, o.number, o.user_id, o.workspace_id from extended_rentals x join orders o on o.id = x.order_id
    where x.assignment_id = ${assignmentId} and o.state = 'paid'
    order by x.starts_at desc, o.created_at desc`.execute(db);
  return result.rows;
}

/** The rentals that an order extends; those that it lost are left out. */
export async function selectExtendedBy(db: Db, orderId: string): Promise<ExtendedRental[]> {
  const result = await sql<ExtendedRental>`
    select ${columns} from extended_rentals x where x.order_id = ${orderId} order by x.assignment_id`.execute(
    db,
  );
  return result.rows;
}

export type BoughtExtension = { tag: string; ends_at: string };

/** The extensions of an order of several, as they were ordered. */
export async function selectOrderedExtensions(db: Db, orderId: string): Promise<BoughtExtension[]> {
  const result = await sql<BoughtExtension>`
    select tag, ends_at from order_extensions where order_id = ${orderId} order by tag`.execute(db);
  return result.rows;
}

export type LostExtension = { assignment_id: string; tag: string; amount: number };

/** The rentals that an order of several could not extend, or no longer extends. */
export async function selectLostExtensions(db: Db, orderId: string): Promise<LostExtension[]> {
  const result = await sql<LostExtension>`
    select assignment_id, tag, amount from order_extensions
    where order_id = ${orderId} and lost_at is not null order by tag`.execute(db);
  return result.rows;
}

/** Takes one rental out of an order of several. Returns how many rentals the order still extends. */
export async function updateLost(tx: Db, orderId: string, assignmentId: string): Promise<number> {
  await sql`
    update order_extensions set lost_at = app_now()
    where order_id = ${orderId} and assignment_id = ${assignmentId} and lost_at is null`.execute(tx);
  const left = await sql<{ count: number }>`
    select count(*)::int as count from order_extensions where order_id = ${orderId} and lost_at is null`.execute(
    tx,
  );
  return left.rows[0]?.count ?? 0;
}

/** Moves the extensions of a replaced phone to the assignment of its replacement. */
export async function updateExtendsTarget(tx: Db, fromId: string, toId: string): Promise<void> {
  await sql`
    update orders set extends_assignment_id = ${toId} where extends_assignment_id = ${fromId}`.execute(tx);
  await sql`update order_extensions set assignment_id = ${toId} where assignment_id = ${fromId}`.execute(tx);
}
