// The SQL of what our team is told about: a silent provider and broken promises.
import { type Db, sql } from '../platform/database.ts';

/** Since when stays as it was first noted, that it lasts is noted each time. */
export async function insertTrouble(db: Db, detail: string): Promise<void> {
  await sql`
    insert into provider_trouble (detail) values (${detail.slice(0, 300)}) on conflict (is_only) do update set seen_at = app_now()`.execute(
    db,
  );
}

export async function deleteTrouble(db: Db): Promise<void> {
  await sql`delete from provider_trouble`.execute(db);
}

/** What no node has met for a minute: the one that noted it may be gone. */
export async function deleteStaleTrouble(db: Db): Promise<void> {
  await sql`delete from provider_trouble where seen_at < app_now() - interval '1 minute'`.execute(db);
}

export type Finding = { check_id: string; promise: string; breaches: number; failure: string | null };

/** Notes that an audit has finished and what it has found; earlier findings that are no longer true are deleted. */
export async function replaceFindings(tx: Db, findings: readonly Finding[]): Promise<void> {
  const ids = findings.map(({ check_id }) => check_id);
  await sql`delete from audit_findings where check_id <> all(${sql.val(ids)}::text[])`.execute(tx);
  for (const { check_id, promise, breaches, failure } of findings) {
    await sql`
      insert into audit_findings (check_id, promise, breaches, failure)
      values (${check_id}, ${promise.slice(0, 300)}, ${breaches}, ${failure?.slice(0, 300) ?? null})
      on conflict (check_id) do update set breaches = excluded.breaches, failure = excluded.failure,
        seen_at = app_now()`.execute(tx);
  }
  await sql`update audit_runs set finished_at = app_now()`.execute(tx);
}
