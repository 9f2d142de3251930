// The work that needs a person now, by kind: how much there is, since when, and the oldest entries.
import { type Db, sql } from '../platform/database.ts';

type Sql = ReturnType<typeof sql>;

type OpenEntry = {
  id: string;
  subject_id: string | null;
  name: string;
  detail: string;
  since: string;
};
export type OpenKind = { count: number; entries: OpenEntry[] };

/** How many entries of each kind are shown; the console's list of that kind has the rest. */
const maxEntries = 5;

/** `query` selects the columns of an entry. */
async function selectOldest(db: Db, query: Sql): Promise<OpenKind> {
  const result = await sql<OpenEntry & { total: number }>`
    select *, count(*) over ()::int as total from (${query}) as open order by since, id limit ${maxEntries}`.execute(
    db,
  );
  const entries = result.rows.map(({ total: _, ...entry }) => entry);
  return { count: result.rows[0]?.total ?? 0, entries };
}

/** Of an order `o`: the team has not quoted it yet, or its customer asks for other dates than the quoted ones. */
export const needsAnswer = sql`(o.state = 'requested' or (o.state = 'quoted' and (
  select q.new_dates_asked_at from order_quotes q where q.order_id = o.id order by q.created_at desc, q.id limit 1
) is not null))`;

/** Without the alarms that are counted as another kind: failed cleanings and integrity checks. */
export function selectOpenAlarms(db: Db): Promise<OpenKind> {
  return selectOldest(
    db,
    sql`select a.id, coalesce(a.device_id, a.order_id) as subject_id,
               coalesce(d.tag, o.number, h.name, '') as name, a.kind as detail, a.began_at as since
        from alarms a left join devices d on d.id = a.device_id left join hosts h on h.id = a.host_id
        left join orders o on o.id = a.order_id
        where a.ended_at is null and a.kind not in ('cleaning_failed', 'audit_broken', 'audit_unchecked')`,
  );
}

export function selectOpenInvariants(db: Db): Promise<OpenKind> {
  return selectOldest(
    db,
    sql`select id, null::uuid as subject_id, kind as name, detail, began_at as since from alarms
        where ended_at is null and kind in ('audit_broken', 'audit_unchecked')`,
  );
}

/** A cleaning that failed for good waits for a person, and so does its phone. */
export function selectFailedCleanings(db: Db): Promise<OpenKind> {
  return selectOldest(
    db,
    sql`select a.id, a.device_id as subject_id, d.tag as name, a.detail, a.began_at as since
        from alarms a join devices d on d.id = a.device_id
        where a.ended_at is null and a.kind = 'cleaning_failed'`,
  );
}

/** Without the phones whose cleaning failed. */
export function selectQuarantined(db: Db): Promise<OpenKind> {
  return selectOldest(
    db,
    sql`select d.id, d.id as subject_id, d.tag as name, d.quarantine_reason as detail, d.updated_at as since
        from devices d
        where d.state = 'quarantined'
          and not exists (select 1 from alarms a
                          where a.device_id = d.id and a.ended_at is null and a.kind = 'cleaning_failed')`,
  );
}

export function selectOpenRequests(db: Db): Promise<OpenKind> {
  return selectOldest(
    db,
    sql`select o.id, o.id as subject_id, o.number as name,
               o.phone_count || case when o.phone_count = 1 then ' phone, ' else ' phones, ' end || u.username ||
                 case when o.state = 'quoted' then ', asks for other dates' else '' end as detail,
               coalesce((select q.new_dates_asked_at from order_quotes q where q.order_id = o.id
                         order by q.created_at desc, q.id limit 1), o.created_at) as since
        from orders o join users u on u.id = o.user_id
        where o.state in ('requested', 'quoted') and ${needsAnswer}`,
  );
}

/** Reserved phones that failed. A phone that another one can replace leaves this list within seconds. */
export function selectFailedReservations(db: Db): Promise<OpenKind> {
  return selectOldest(
    db,
    sql`select a.id, o.id as subject_id, o.number as name,
               d.tag || ' failed, and no other phone is free for the quote' as detail, d.updated_at as since
        from assignments a join devices d on d.id = a.device_id join orders o on o.id = a.order_id
        where a.state = 'held' and a.reserved_until > app_now()
          and (d.state in ('quarantined', 'retired') or d.runner_state = 'quarantined')`,
  );
}

export function selectOpenMessages(db: Db): Promise<OpenKind> {
  return selectOldest(
    db,
    sql`select id, null::uuid as subject_id, name, left(message, 120) as detail, created_at as since
        from contact_messages where answered_at is null and not is_suspect`,
  );
}

const dollars = (cents: Sql) => sql`to_char(${cents} / 100.0, 'FM$999,999,990.00')`;

/** Payments that need a decision or a transfer by hand, with the reason. A payment may appear more than once. */
const unsettled = sql`
  select p.id, p.order_id, 'Disputed: ' || ${dollars(sql`d.amount`)} as detail, d.created_at as since
  from disputes d join payments p on p.id = d.payment_id where d.state = 'open'
  union all
  select p.id, p.order_id, 'Send back ' || ${dollars(sql`r.amount`)} || ' by ' || replace(p.method, '_', ' '), r.created_at
  from refunds r join payments p on p.id = r.payment_id where r.state = 'requested' and p.method <> 'card'
  union all
  select p.id, p.order_id, 'Refund of ' || ${dollars(sql`r.amount`)} || ' failed', r.created_at
  from refunds r join payments p on p.id = r.payment_id
  where r.state = 'failed' and r.covered_by is null and payment_left(p.id) > 0
    and not exists (select 1 from refunds later where later.payment_id = p.id and later.state <> 'failed'
                    and later.created_at > r.created_at)
  union all
  select p.id, p.order_id, 'Doesn’t match its order', p.created_at
  from payments p where p.is_mismatched and payment_left(p.id) > 0`;

/** True when payment `p` is among the unsettled ones. */
export const isUnsettled = sql`p.id in (select id from (${unsettled}) as u)`;

export function selectUnsettled(db: Db): Promise<OpenKind> {
  return selectOldest(
    db,
    sql`select u.id, u.order_id as subject_id, o.number as name, u.detail, u.since
        from (${unsettled}) as u join orders o on o.id = u.order_id`,
  );
}
