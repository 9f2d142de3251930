// Queries of customers and contact messages for our team's console.
import type { CustomerRow, MessageRow } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { withTotal } from './fleet.sql.ts';
import { type Limits, searchPattern } from './list-filter.sql.ts';

export type CustomerFilter = Limits & {
  id?: string | undefined;
  q?: string | undefined;
  standing?: 'good' | 'restricted' | 'suspended' | undefined;
};

const standing = sql`case when u.suspended_at is not null then 'suspended'
  when u.restricted_at is not null then 'restricted' else 'good' end`;

export async function selectCustomers(
  db: Db,
  filter: CustomerFilter,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const pattern = searchPattern(filter.q);
  const result = await sql<CustomerRow & { total: number }>`
    with page as (
      select u.*, ${standing} as standing, count(*) over () as total from users u
      where (${filter.id ?? null}::uuid is null or u.id = ${filter.id ?? null})
        and (${filter.standing ?? null}::text is null or ${standing} = ${filter.standing ?? null})
        and (${pattern}::text is null or concat_ws(' ', u.username, u.first_name, u.last_name, u.email) ilike ${pattern})
      order by u.created_at desc, u.id offset ${filter.offset} limit ${filter.limit}
    )
    select p.id, p.username, p.first_name, p.last_name, p.email, p.email_verified_at is not null as is_email_verified,
           (select count(*)::int from second_factors f where f.user_id = p.id and f.confirmed_at is not null)
             as second_factor_count,
           p.standing, p.standing_reason, coalesce(p.suspended_at, p.restricted_at) as standing_since, p.created_at,
           p.total,
           (select count(*) from assignments a where a.user_id = p.id and a.state = 'active') as active_phone_count,
           (select count(*) from assignments a where a.user_id = p.id and a.state = 'scheduled') as scheduled_phone_count,
           (select count(*) from orders o where o.user_id = p.id) as order_count,
           (coalesce((select sum(x.amount) from payments x join orders o on o.id = x.order_id
                      where o.user_id = p.id and x.status = 'succeeded'), 0)
            - coalesce((select sum(r.amount) from refunds r join payments x on x.id = r.payment_id
                        join orders o on o.id = x.order_id where o.user_id = p.id and r.state <> 'failed'), 0)
            - coalesce((select sum(d.amount) from disputes d join payments x on x.id = d.payment_id
                        join orders o on o.id = x.order_id where o.user_id = p.id and d.state = 'lost'), 0))::int
             as paid_amount
    from page p order by p.created_at desc, p.id`.execute(db);
  return withTotal(result.rows);
}

/** The running and future assignments, and the open orders, of all workspaces that a customer owns. */
export async function selectOpenOf(
  db: Db,
  userId: string,
): Promise<{ assignment_ids: string[]; orders: { id: string; user_id: string; workspace_id: string }[] }> {
  const owned = sql`workspace_id in (
    select workspace_id from workspace_members where user_id = ${userId} and role = 'owner')`;
  const assignments = await sql<{ id: string }>`
    select id from assignments where ${owned} and state in ('scheduled', 'active')`.execute(db);
  const orders = await sql<{ id: string; user_id: string; workspace_id: string }>`
    select id, user_id, workspace_id from orders where ${owned} and state in ('requested', 'quoted', 'awaiting_payment')`.execute(
    db,
  );
  return {
    assignment_ids: assignments.rows.map((row) => row.id),
    orders: orders.rows,
  };
}

export type MessageFilter = Limits & {
  id?: string | undefined;
  state?: 'open' | 'answered' | undefined;
  q?: string | undefined;
};

export async function selectMessages(
  db: Db,
  filter: MessageFilter,
): Promise<{ rows: MessageRow[]; total: number }> {
  const pattern = searchPattern(filter.q);
  const result = await sql<MessageRow & { total: number }>`
    select m.id, m.name, m.email, m.message, m.is_priority, m.is_suspect, m.created_at, m.answered_at,
           o.username as answered_by, count(*) over () as total
    from contact_messages m left join operators o on o.id = m.answered_by
    where (${filter.id ?? null}::uuid is null or m.id = ${filter.id ?? null})
      and (${filter.state ?? null}::text is null or (m.answered_at is null) = (${filter.state ?? null} = 'open'))
      and (${pattern}::text is null or concat_ws(' ', m.name, m.email, m.message) ilike ${pattern})
    order by m.answered_at desc nulls first, m.is_suspect, m.is_priority desc, m.created_at
    offset ${filter.offset} limit ${filter.limit}`.execute(db);
  return withTotal(result.rows);
}
