// The SQL of what the activity tells of a phone for its recordings.
import { type Db, sql } from '../platform/database.ts';

export type ActivityDuringRow = {
  at: string;
  kind: string;
  /** Of the file or the app; from whom the phone was taken. */
  name: string;
  who_kind: string;
  who_id: string | null;
  who_name: string;
};

/** A stretch of time on one phone. `to` null: until now. */
export type Stretch = {
  workspace_id: string;
  device_id: string;
  from: string;
  to: string | null;
  /** Only so many, and nothing that began before. Left out: from the first one on. */
  newest?: number;
  /** Actions up to this many seconds before it belong to it. */
  before_s?: number;
};

const orderOf = ({ newest }: Stretch, most: number) =>
  newest === undefined ? sql`order by a.at limit ${most}` : sql`order by a.at desc limit ${newest}`;

/** Began in the stretch, or within a day before it. */
const beganFor = ({ from, to, newest }: Stretch) =>
  sql`a.at between ${from}::timestamptz - ${newest === undefined ? '1 day' : '0'}::interval
    and coalesce(${to}::timestamptz, app_now())`;

/** The phone's entries in the activity meanwhile: files, apps, and who took the phone from whom. The first 2,000. */
export async function selectActivityDuring(db: Db, during: Stretch): Promise<ActivityDuringRow[]> {
  const found = await sql<ActivityDuringRow>`
    select a.at, a.kind, coalesce(a.details->>'name', a.details->>'from', '') as name, a.who_kind, a.who_id, a.who_name
    from activity a
    where a.workspace_id = ${during.workspace_id} and a.device_id = ${during.device_id}
      and a.at between ${during.from}::timestamptz - make_interval(secs => ${during.before_s ?? 0})
        and coalesce(${during.to}::timestamptz, app_now()) and a.ends_id is null
      and a.kind in ('file.pushed', 'file.pulled', 'file.deleted', 'app.installed', 'app.removed', 'app.cleared',
        'control.taken', 'control.given_back')
    ${orderOf(during, 2_000)}`.execute(db);
  return found.rows;
}

export type QuestionDuringRow = Omit<ActivityDuringRow, 'kind' | 'name'> & {
  /** Null while it is open. */
  closed_at: string | null;
  state: string;
  answered_by: string;
};

/** Questions that were open meanwhile. A question is open for a day at most. */
export async function selectQuestionsDuring(db: Db, during: Stretch): Promise<QuestionDuringRow[]> {
  const found = await sql<QuestionDuringRow>`
    select a.at, a.who_kind, a.who_id, a.who_name, closed.at as closed_at,
      coalesce(split_part(closed.kind, '.', 2), 'open') as state,
      case when closed.kind = 'question.answered' then closed.who_name else '' end as answered_by
    from activity a
    left join lateral (
      select c.at, c.kind, c.who_name from activity c
      where c.workspace_id = a.workspace_id and c.device_id = a.device_id and c.ends_id is null
        -- Closed within a day, or soon after by the sweep. Without an end each question would read all later activity.
        and c.at between a.at and a.at + interval '2 days'
        and c.kind in ('question.answered', 'question.expired', 'question.withdrawn')
        and c.details->>'question_id' = a.details->>'question_id'
      limit 1) closed on true
    where a.workspace_id = ${during.workspace_id} and a.device_id = ${during.device_id}
      and ${beganFor(during)}
      and a.ends_id is null and a.kind = 'question.asked'
      and a.details ? 'question_id' and coalesce(closed.at, app_now()) >= ${during.from}::timestamptz
    ${orderOf(during, 500)}`.execute(db);
  return found.rows;
}

export type OpenedDuringRow = Omit<ActivityDuringRow, 'name'> & {
  /** Null while it is open. */
  until: string | null;
};

/** Shells, adb, files and apps that somebody had open meanwhile, and no longer than a day before. */
export async function selectOpenedDuring(db: Db, during: Stretch): Promise<OpenedDuringRow[]> {
  const until = sql`a.at + make_interval(secs => (over.details->>'length_s')::float8)`;
  const found = await sql<OpenedDuringRow>`
    select a.at, a.kind, a.who_kind, a.who_id, a.who_name, ${until} as until
    from activity a left join activity over on over.ends_id = a.id
    where a.workspace_id = ${during.workspace_id} and a.device_id = ${during.device_id}
      and ${beganFor(during)} and a.ends_id is null and a.kind in ('phone.shell', 'phone.adb', 'phone.files')
      and coalesce(${until}, app_now()) >= ${during.from}::timestamptz - make_interval(secs => ${during.before_s ?? 0})
    ${orderOf(during, 500)}`.execute(db);
  return found.rows;
}
