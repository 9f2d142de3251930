// The SQL of outages of the payment provider and findings of the audit.
import { type Db, sql } from '../platform/database.ts';

/** The start of an outage stays; `seen_at` is updated by each failed call. */
export async function insertProviderOutage(db: Db, detail: string): Promise<void> {
  await sql`
    insert into provider_trouble (detail) values (${detail.slice(0, 300)}) on conflict (is_only) do update set seen_at = app_now()`.execute(
    db,
  );
}

export async function deleteProviderOutage(db: Db): Promise<void> {
  await sql`delete from provider_trouble`.execute(db);
}

/** An outage that no node has seen for a minute: the node that stored it may be gone. */
export async function deleteStaleProviderOutage(db: Db): Promise<void> {
  await sql`delete from provider_trouble where seen_at < app_now() - interval '1 minute'`.execute(db);
}

export type Finding = { check_id: string; invariant: string; breaches: number; failure: string | null };

/** Stores that an audit has finished, and its findings; earlier findings that are no longer true are deleted. */
export async function replaceFindings(tx: Db, findings: readonly Finding[]): Promise<void> {
  const ids = findings.map(({ check_id }) => check_id);
  await sql`delete from audit_findings where check_id <> all(${sql.val(ids)}::text[])`.execute(tx);
  for (const { check_id, invariant, breaches, failure } of findings) {
    await sql`
      insert into audit_findings (check_id, promise, breaches, failure)
      values (${check_id}, ${invariant.slice(0, 300)}, ${breaches}, ${failure?.slice(0, 300) ?? null})
      on conflict (check_id) do update set breaches = excluded.breaches, failure = excluded.failure,
        seen_at = app_now()`.execute(tx);
  }
  await sql`update audit_runs set finished_at = app_now()`.execute(tx);
}
