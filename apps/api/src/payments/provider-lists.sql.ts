// The SQL of the provider's lists: how far each was read, its movements, and whether they are booked.
import { type Db, sql } from '../platform/database.ts';
import type { Movement, MovementKind } from '../platform/stripe.ts';

export type ProviderList = { kind: MovementKind; began_at: string; read_until: string };

/** Takes a list that is due. Other nodes don't take it for a minute. */
export async function takeDueList(db: Db, kind: MovementKind): Promise<ProviderList | undefined> {
  const result = await sql<ProviderList>`
    update provider_lists set next_read_at = app_now() + interval '1 minute'
    where kind = ${kind} and next_read_at <= app_now() returning kind, began_at, read_until`.execute(db);
  return result.rows[0];
}

export async function selectList(db: Db, kind: MovementKind): Promise<ProviderList | undefined> {
  const result = await sql<ProviderList>`
    select kind, began_at, read_until from provider_lists where kind = ${kind}`.execute(db);
  return result.rows[0];
}

/** Stores the movements of one part of a list. Known movements get their new status. */
export async function insertMovements(
  tx: Db,
  kind: MovementKind,
  movements: readonly Movement[],
  until: string,
): Promise<void> {
  await sql`
    insert into provider_movements (id, kind, intent_id, order_id, amount, status, made_at)
    select id, kind, intent_id, order_id, amount, left(status, 64), made_at
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
      as m (id text, kind text, intent_id text, order_id uuid, amount integer, status text, made_at timestamptz)
    on conflict (id) do update set status = excluded.status`.execute(tx);
  await sql`
    update provider_lists set read_until = greatest(read_until, ${until}::timestamptz), failing_since = null, failure = null
    where kind = ${kind}`.execute(tx);
}

export async function updateListFailure(db: Db, kind: MovementKind, failure: string): Promise<void> {
  await sql`
    update provider_lists set failing_since = coalesce(failing_since, app_now()), failure = ${failure.slice(0, 300)}
    where kind = ${kind}`.execute(db);
}

/**
 * Marks movements as settled for which the provider needs no call: those that are booked, and those of charges of another
 * product, which name no order and are no payment of ours.
 */
export async function updateBooked(db: Db): Promise<void> {
  await sql`
    update provider_movements m set settled_at = app_now()
    where m.settled_at is null and (case m.kind
      when 'charge' then exists (select 1 from ledger l where l.source = 'charge:' || m.intent_id)
      when 'refund' then exists (select 1 from refunds r where r.provider_id = m.id)
      else exists (select 1 from disputes d where d.id = m.id) end
      or (exists (select 1 from provider_movements c
                  where c.kind = 'charge' and c.intent_id = m.intent_id and c.order_id is null)
        and not exists (select 1 from payments p where p.intent_id = m.intent_id)))`.execute(db);
}

export type OpenMovement = { id: string; kind: MovementKind; intent_id: string | null };

/** Takes movements that are not settled, charges first. Movements that were tried before come last. */
export async function takeOpenMovements(db: Db, limit: number): Promise<OpenMovement[]> {
  const result = await sql<OpenMovement>`
    with taken as (
      update provider_movements set tried_at = app_now()
      where id in (select id from provider_movements where settled_at is null
                     and (tried_at is null or tried_at < app_now() - interval '1 minute')
                   order by tried_at nulls first, kind, made_at limit ${limit} for update skip locked)
      returning id, kind, intent_id, made_at
    )
    select id, kind, intent_id from taken order by kind, made_at`.execute(db);
  return result.rows;
}

export async function updateSettled(db: Db, id: string): Promise<void> {
  await sql`update provider_movements set settled_at = app_now() where id = ${id} and settled_at is null`.execute(
    db,
  );
}

export async function selectIsRestored(db: Db): Promise<boolean> {
  const result = await sql<{ is_restored: boolean }>`
    select exists (select 1 from restores) as is_restored`.execute(db);
  return result.rows[0]?.is_restored ?? false;
}

/** Makes all lists due now. */
export async function updateAllDue(db: Db): Promise<void> {
  await sql`update provider_lists set next_read_at = app_now()`.execute(db);
}

/** Deletes the mark once each list was read beyond the restore, and all that was made before is settled. */
export async function deleteRestore(db: Db): Promise<boolean> {
  const result = await sql`
    delete from restores r
    where not exists (select 1 from provider_lists l where l.read_until < r.restored_at)
      and not exists (select 1 from provider_movements m where m.settled_at is null and m.made_at <= r.restored_at)
    returning 1`.execute(db);
  return result.rows.length > 0;
}

/** True when a refund that was made then ends its rental, and is mailed: those from before the lists were read do not. */
export async function selectIsFollowed(db: Db, madeAt: string): Promise<boolean> {
  const result = await sql<{ is_followed: boolean }>`
    select follows_since <= ${madeAt}::timestamptz as is_followed from provider_lists where kind = 'refund'`.execute(
    db,
  );
  return result.rows[0]?.is_followed ?? true;
}
