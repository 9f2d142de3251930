// The SQL of what a team and its members spend. As for keys, refunds give no new money in the month.
import { type Db, sql } from '../platform/database.ts';

const countsThisMonth = sql`(o.state = 'awaiting_payment' or o.paid_at >= date_trunc('month', app_now(), 'UTC'))`;
const payer = sql`coalesce(o.payer_id, o.user_id)`;

export type Budget = { limit_cents: number | null; spent_cents: number };

/** Undefined for who is no member. Nothing is added up where nobody has a limit. `exceptOrderId`: an order that is counted by the caller. */
export async function selectBudgets(
  tx: Db,
  of: { workspace_id: string; user_id: string; exceptOrderId: string },
): Promise<{ member: Budget; team: Budget } | undefined> {
  const result = await sql<{ member: Budget; team: Budget }>`
    select jsonb_build_object('limit_cents', m.monthly_limit_cents, 'spent_cents', s.member) as member,
           jsonb_build_object('limit_cents', w.monthly_limit_cents, 'spent_cents', s.team) as team
    from workspaces w
    join workspace_members m on m.workspace_id = w.id and m.user_id = ${of.user_id}
    cross join lateral (
      select coalesce(sum(o.amount), 0) as team,
             coalesce(sum(o.amount) filter (where ${payer} = m.user_id), 0) as member
      from orders o
      where (m.monthly_limit_cents is not null or w.monthly_limit_cents is not null)
        and o.workspace_id = w.id and o.id <> ${of.exceptOrderId} and ${countsThisMonth}) s
    where w.id = ${of.workspace_id}`.execute(tx);
  return result.rows[0];
}

/**
 * The member stays one until the transaction ends. False for somebody who was removed. The team's row first, as a removal
 * locks them, for which this waits.
 */
export async function lockMember(
  tx: Db,
  { user_id, workspace_id }: { user_id: string; workspace_id: string },
): Promise<boolean> {
  const result = await sql`
    with team as materialized (select id from workspaces where id = ${workspace_id} for key share)
    select 1 from team join workspace_members m on m.workspace_id = team.id
    where m.user_id = ${user_id} for key share of m`.execute(tx);
  return result.rows.length === 1;
}

export async function updatePayer(tx: Db, orderId: string, userId: string): Promise<void> {
  await sql`update orders set payer_id = ${userId}
    where id = ${orderId} and coalesce(payer_id, user_id) <> ${userId}`.execute(tx);
}

/** The money that a team has spent in this month, or is about to spend, by member. */
export async function selectSpentByMember(
  db: Db,
  workspaceId: string,
): Promise<{ user_id: string; spent_cents: number }[]> {
  const result = await sql<{ user_id: string; spent_cents: number }>`
    select ${payer} as user_id, sum(o.amount)::int as spent_cents from orders o
    where o.workspace_id = ${workspaceId} and ${countsThisMonth}
    group by 1 order by 2 desc, 1`.execute(db);
  return result.rows;
}
