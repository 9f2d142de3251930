// The SQL of the list of cleanings in our team's console: those in progress first, then the newest.
import type { CheckResult } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import type { Purpose } from './cleaning.sql.ts';

export type CleaningRow = {
  id: string;
  device_id: string;
  tag: string;
  host_name: string;
  purpose: Purpose;
  reason: string;
  /** `queued` until the command is sent. */
  state: 'queued' | 'running' | 'proven' | 'failed';
  attempts: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  detail: string;
  evidence: CheckResult[];
};

export type CleaningFilter = {
  offset: number;
  limit: number;
  device_id?: string | undefined;
  state?: CleaningRow['state'] | undefined;
  /** Part of a tag. */
  q?: string | undefined;
  /** True when preparations for tenants are listed too. */
  with_preparations?: boolean | undefined;
};

export async function selectCleanings(
  db: Db,
  filter: CleaningFilter,
): Promise<{ rows: CleaningRow[]; total: number }> {
  const found = sql`
    select c.id, c.device_id, d.tag, h.name as host_name, c.purpose, c.reason,
           case when c.state <> 'open' then c.state when c.sent_at is null then 'queued' else 'running' end as state,
           c.attempts, c.created_at, c.sent_at as started_at, c.finished_at, c.detail,
           coalesce(c.evidence, '[]') as evidence
    from cleanings c join devices d on d.id = c.device_id join hosts h on h.id = d.host_id`;
  const where = sql`where (${filter.device_id ?? null}::uuid is null or device_id = ${filter.device_id ?? null})
      and (${filter.state ?? null}::text is null or state = ${filter.state ?? null})
      and (${filter.q ?? null}::text is null or position(lower(${filter.q ?? ''}) in lower(tag)) > 0)
      and (${filter.with_preparations ?? false} or purpose <> 'prepare')`;
  const rows = await sql<CleaningRow>`
    select * from (${found}) as found ${where}
    order by finished_at is not null, coalesce(finished_at, created_at) desc, id
    offset ${filter.offset} limit ${filter.limit}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*) as total from (${found}) as found ${where}`.execute(db);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}
