// The SQL of replacement choices: what customers decide when no phone of the model that they chose is free (decision 095).

import { grantedTo } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';

/** How long a customer has to choose, and how long before the end of a rental it must be decided. */
const timeToChoose = sql`interval '24 hours'`;
const beforeEnd = sql`interval '10 minutes'`;

export type ChoiceOutcome = 'other_model' | 'refund' | 'timed_out' | 'same_model' | 'phone_back' | 'by_team';

/** Returns until when to choose: a rental before its start has until two hours after it, like every other incident. */
export async function insertChoice(tx: Db, assignmentId: string): Promise<string> {
  const result = await sql<{ decide_by: string }>`
    insert into replacement_choices (assignment_id, model, opened_at, decide_by)
    select a.id, a.chosen_model, t.now,
           case when a.state = 'active' then greatest(t.now, least(t.now + ${timeToChoose}, a.expires_at - ${beforeEnd}))
                else greatest(t.now + ${timeToChoose},
                              coalesce(a.planned_starts_at, a.starts_at) + interval '2 hours') end
    from assignments a, (select app_now() as now) t where a.id = ${assignmentId}
    returning decide_by`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the choice was not stored');
  return row.decide_by;
}

/** False when none is open. */
export async function closeChoice(tx: Db, assignmentId: string, outcome: ChoiceOutcome): Promise<boolean> {
  const result = await sql`
    update replacement_choices set closed_at = app_now(), outcome = ${outcome}
    where assignment_id = ${assignmentId} and closed_at is null`.execute(tx);
  return result.numAffectedRows === 1n;
}

export type ChoiceRow = {
  assignment_id: string;
  user_id: string;
  workspace_id: string;
  device_id: string;
  tag: string;
  model: string;
  order_id: string;
  order_number: string;
  state: 'scheduled' | 'active';
  starts_at: string;
  expires_at: string;
  decide_by: string;
  /** The customer could use this phone, or the phone that it replaced. */
  was_opened: boolean;
  unusable_since: string;
  now: string;
};

/** The open choices about the phones of `reach`, or only that of one of the assignments; the most urgent first. */
export async function selectChoices(db: Db, reach: Reach, assignmentId: string | null): Promise<ChoiceRow[]> {
  const result = await sql<ChoiceRow>`
    select a.id as assignment_id, a.user_id, a.workspace_id, a.device_id, d.tag, c.model, a.order_id, o.number as order_number, a.state,
           a.starts_at, a.expires_at, c.decide_by, a.prepared_at is not null or a.opened_before as was_opened,
           coalesce(case when a.prepared_at is null then a.starts_at end, a.unusable_since, app_now())
             as unusable_since, app_now() as now
    from replacement_choices c join assignments a on a.id = c.assignment_id
      join devices d on d.id = a.device_id join orders o on o.id = a.order_id
    where ${grantedTo(reach, sql`a.workspace_id`, sql`a.device_id`)} and c.closed_at is null and a.state in ('scheduled', 'active')
      and (${assignmentId}::uuid is null or a.id = ${assignmentId})
    order by c.decide_by, a.id limit 50`.execute(db);
  return result.rows;
}
