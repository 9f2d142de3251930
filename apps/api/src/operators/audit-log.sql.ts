// The SQL of the audit log. Rows are only added: the database refuses updates and deletes.
import type { AuditRow } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { printable, storableDetails } from './audit-details.ts';
import { type Limits, searchPattern } from './list-filter.sql.ts';

export type AuditEntry = Omit<AuditRow, 'id' | 'at' | 'subject_name'>;

/** Input is cut and cleaned, so that no text can prevent its row from being stored. */
export async function insertAudit(db: Db, entry: AuditEntry): Promise<void> {
  await sql`
    insert into operator_audit (operator_id, operator, role, act, subject, subject_id, reason, outcome, refusal,
                                details, address)
    values (${entry.operator_id}, ${entry.operator}, ${entry.role}, ${entry.act}, ${entry.subject},
            ${entry.subject_id}, ${printable(entry.reason, 500)}, ${entry.outcome},
            ${entry.refusal === null ? null : printable(entry.refusal, 1000)},
            ${JSON.stringify(storableDetails(entry.details))}::jsonb, ${entry.address})`.execute(db);
}

export type AuditFilter = Limits & {
  operator?: string | undefined;
  act?: string | undefined;
  subject?: string | undefined;
  subject_id?: string | undefined;
  outcome?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** A readable name of the subject, computed for the rows of the page only. */
const subjectName = sql`case subject
  when 'phone' then (select d.tag from devices d where d.id = subject_key)
  when 'assignment' then (select d.tag from assignments a join devices d on d.id = a.device_id where a.id = subject_key)
  when 'host' then (select h.name from hosts h where h.id = subject_key)
  when 'order' then (select o.number from orders o where o.id = subject_key)
  when 'payment' then (select o.number from payments p join orders o on o.id = p.order_id where p.id = subject_key)
  when 'customer' then (select u.username from users u where u.id = subject_key)
  when 'operator' then (select w.username from operators w where w.id = subject_key)
  when 'workspace' then (select coalesce(u.username, w.name) from workspaces w left join users u on u.id = w.personal_user_id
                         where w.id = subject_key)
  when 'message' then (select m.name from contact_messages m where m.id = subject_key) end`;

export async function selectAudit(db: Db, filter: AuditFilter): Promise<{ rows: AuditRow[]; total: number }> {
  const pattern = searchPattern(filter.operator);
  const names = pattern === null ? null : await selectNames(db, pattern);
  if (names?.length === 0) return { rows: [], total: 0 };
  const where = sql`(${sql.val(names)}::text[] is null or operator = any(${sql.val(names)}::text[]))
    and (${filter.act ?? null}::text is null or act ilike ${searchPattern(filter.act)})
    and (${filter.subject ?? null}::text is null or subject = ${filter.subject ?? null})
    and (${filter.subject_id ?? null}::text is null or subject_id = ${filter.subject_id ?? null})
    and (${filter.outcome ?? null}::text is null or outcome = ${filter.outcome ?? null})
    and (${filter.from ?? null}::timestamptz is null or at >= ${filter.from ?? null}::timestamptz)
    and (${filter.to ?? null}::timestamptz is null or at < ${filter.to ?? null}::timestamptz)`;
  const rows = sql<AuditRow>`
    select id, at, operator_id, operator, role, act, subject, subject_id, ${subjectName} as subject_name,
           reason, outcome, refusal, details, address
    from (
      select id, at, operator_id, operator, role, act, subject, subject_id, reason, outcome, refusal, details, address,
             case when subject_id ~ ${uuid} then subject_id::uuid end as subject_key
      from operator_audit where ${where}
      order by id desc offset ${filter.offset} limit ${filter.limit}) as shown
    order by id desc`.execute(db);
  const count = sql<{ total: number }>`
    select count(*) as total from operator_audit where ${where}`.execute(db);
  const [found, counted] = await Promise.all([rows, count]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** The operators in the log whose name matches. It jumps from name to name in the index instead of reading every row. */
async function selectNames(db: Db, pattern: string): Promise<string[]> {
  const result = await sql<{ operator: string }>`
    with recursive names as (
      (select operator from operator_audit order by operator limit 1)
      union all
      select (select a.operator from operator_audit a where a.operator > n.operator order by a.operator limit 1)
      from names n where n.operator is not null
    )
    select operator from names where operator ilike ${pattern}`.execute(db);
  return result.rows.map(({ operator }) => operator);
}
