// The SQL of questions. Their states are guarded by triggers, which also publish each change (migration 0770).
import type { AskedQuestion, questionStates } from '@pocketfleet/contract';
import { grantedTo, hasEnded, isAllowed, joinAccess } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Principal, Reach } from '../platform/principal.ts';

export type QuestionRow = {
  id: string;
  seq: number;
  state: (typeof questionStates)[number];
  device_id: string;
  tag: string;
  label: string | null;
  assignment_id: string;
  credential_id: string;
  /** Of the asker: the same after a rotation, and of the keys that it makes. */
  family_id: string;
  asker_kind: 'key' | 'program';
  asker_name: string;
  question: string;
  choices: string[];
  default_answer: string | null;
  created_at: string;
  expires_at: string;
  closed_at: string | null;
  answer_choice: string | null;
  answer_text: string | null;
  answered_by_kind: 'person' | 'key' | 'program' | null;
  answered_by_name: string | null;
};

const selected = sql`
  select q.id, q.seq, q.state, q.device_id, d.tag, l.label, q.assignment_id, q.credential_id,
         coalesce(asker.family_id, asker.id) as family_id, q.asker_kind, q.asker_name,
         q.question, q.choices, q.default_answer, q.created_at, q.expires_at, q.closed_at, q.answer_choice, q.answer_text,
         q.answered_by_kind, q.answered_by_name
  from questions q join devices d on d.id = q.device_id join credentials asker on asker.id = q.credential_id
  left join customer_labels l on l.workspace_id = q.workspace_id and l.device_id = q.device_id`;

/** Of running rentals whose phones are the caller's; the newest first. */
export async function selectQuestions(
  db: Db,
  reach: Reach,
  { only, beforeSeq, limit }: { only: 'open' | 'all'; beforeSeq: number | null; limit: number },
): Promise<QuestionRow[]> {
  const found = await sql<QuestionRow>`${selected}
    join assignments a on a.id = q.assignment_id and a.state = 'active' and a.device_id = q.device_id
    where ${grantedTo(reach, sql`q.workspace_id`, sql`q.device_id`)}
      and (${only} = 'all' or q.state = 'open') and (${beforeSeq}::bigint is null or q.seq < ${beforeSeq}::bigint)
    order by q.seq desc limit ${limit}`.execute(db);
  return found.rows;
}

/** As `selectQuestions`, of one question. */
export async function selectQuestion(db: Db, reach: Reach, id: string): Promise<QuestionRow | undefined> {
  const found = await sql<QuestionRow>`${selected}
    join assignments a on a.id = q.assignment_id and a.state = 'active' and a.device_id = q.device_id
    where q.id = ${id} and ${grantedTo(reach, sql`q.workspace_id`, sql`q.device_id`)}`.execute(db);
  return found.rows[0];
}

/**
 * A question that this key or program asked, also as the key that it has replaced or that has replaced it. Other keys of its
 * family may have other phones.
 */
export async function selectOwnQuestion(
  db: Db,
  { workspace_id, credential_id }: Principal,
  id: string,
): Promise<QuestionRow | undefined> {
  const found = await sql<QuestionRow>`
    with recursive mine as (
      select id, rotated_to from credentials where id = ${credential_id}
      union
      select c.id, c.rotated_to from mine join credentials c on c.rotated_to = mine.id or c.id = mine.rotated_to
    )
    ${selected}
    where q.id = ${id} and q.workspace_id = ${workspace_id} and q.credential_id in (select id from mine)`.execute(
    db,
  );
  return found.rows[0];
}

export type NewQuestion = AskedQuestion & {
  workspace_id: string;
  device_id: string;
  assignment_id: string;
  credential_id: string;
  asker_kind: 'key' | 'program';
  asker_name: string;
  /** Its asker's own name for it. */
  asked_as: string | null;
};

/** The question that this key or program has asked under that name. */
export async function selectAskedAs(
  db: Db,
  { credential_id }: Principal,
  askedAs: string,
): Promise<QuestionRow | undefined> {
  const found = await sql<QuestionRow>`${selected}
    where q.credential_id = ${credential_id} and q.asked_as = ${askedAs}`.execute(db);
  return found.rows[0];
}

/** Its id and its end; undefined where its asker has asked under this name before. Refused by a check of the database when the program or the workspace has too many open ones. */
export async function insertQuestion(
  tx: Db,
  asked: NewQuestion,
): Promise<{ id: string; expires_at: string } | undefined> {
  const made = await sql<{ id: string; expires_at: string }>`
    insert into questions (workspace_id, device_id, assignment_id, credential_id, asker_kind, asker_name, question, choices,
                           default_answer, asked_as, created_at, expires_at)
    select ${asked.workspace_id}, ${asked.device_id}, ${asked.assignment_id}, ${asked.credential_id}, ${asked.asker_kind},
           ${asked.asker_name}, ${asked.question}, ${sql.val(asked.choices)}::text[], ${asked.default ?? null},
           ${asked.asked_as}, now.at, now.at + make_interval(secs => ${asked.timeout_s})
    from (select app_now() as at) now
    on conflict (credential_id, asked_as) where asked_as is not null do nothing
    returning id, expires_at`.execute(tx);
  return made.rows[0];
}

/** False when it is no longer open. */
export async function updateAnswered(
  tx: Db,
  id: string,
  answer: { choice: string | null; text: string | null; kind: string; name: string },
): Promise<boolean> {
  const done = await sql`
    update questions set state = 'answered', answer_choice = ${answer.choice}, answer_text = ${answer.text},
      answered_by_kind = ${answer.kind}, answered_by_name = ${answer.name}
    where id = ${id} and state = 'open' and expires_at > app_now()`.execute(tx);
  return done.numAffectedRows === 1n;
}

/**
 * Closes open questions whose time is over, and withdraws those whose asker may no longer read the phone's screen: ends of
 * credentials and rentals by time, and rights that were taken away, which no trigger sees. Returns how many. The limit is
 * written out: with a parameter PostgreSQL would plan these joins anew each second.
 */
export async function updateOverdue(db: Db, limit: number): Promise<number> {
  const done = await sql`
    update questions set state = due.state from (
      select q.id, case when q.expires_at <= app_now() then 'expired' else 'withdrawn' end as state
      from questions q left join assignments a on a.id = q.assignment_id
      ${joinAccess(sql`q.credential_id`, sql`q.workspace_id`)}
      where q.state = 'open' and (q.expires_at <= app_now() or a.state is distinct from 'active' or a.expires_at <= app_now()
        or ${hasEnded} or not ${isAllowed(sql`q.device_id`, sql`'screen'`)})
      order by q.expires_at limit ${sql.lit(limit)} for update of q skip locked) due
    where questions.id = due.id`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}

/** Returns how many. */
export async function deleteOldQuestions(db: Db, days: number, limit: number): Promise<number> {
  const done = await sql`
    delete from questions where id in (
      select id from questions where state <> 'open' and closed_at < app_now() - make_interval(days => ${days})
      limit ${limit})`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}

export type Addressee = { email: string; first_name: string; user_id: string };

/** The members who may control the phone, first the one for whom the program acts. */
export async function selectAddressees(
  db: Db,
  { workspace_id, device_id, user_id }: { workspace_id: string; device_id: string; user_id: string },
  limit: number,
): Promise<Addressee[]> {
  // The policy asks for a credential: that of a signed-in person allows what their role does.
  const found = await sql<Addressee>`
    select u.id as user_id, u.email, u.first_name
    from workspace_members m
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    join roles r on r.name = m.role
    join users u on u.id = m.user_id and u.suspended_at is null
    cross join (select null::uuid as id, 'session' as kind, null::uuid as parent_id, null::uuid as workspace_id,
                       null::text[] as permissions, false as has_all_phones) k
    where m.workspace_id = ${workspace_id} and ${isAllowed(sql`${device_id}::uuid`, sql`'control'`)}
    order by u.id = ${user_id} desc, u.id limit ${limit}`.execute(db);
  return found.rows;
}
