// The matrix's own changes of its database, besides calls.
import { sql } from '../../src/platform/database.ts';
import { hashSecret } from '../../src/platform/secrets.ts';
import type { Shop } from '../test-payments.ts';

export async function credentialOf(shop: Shop, token: string): Promise<string> {
  const found = await sql<{ id: string }>`
    select coalesce(case when kind = 'grant' then parent_id end, id) as id from credentials
    where token_hash = ${hashSecret(token)}`.execute(shop.site.db);
  return found.rows[0]?.id ?? '';
}

/** From now on nothing can be written but counts of limits and what was refused: an allowed call fails at its first write, and the next caller finds all as it was. */
export async function refuseWrites(shop: Shop): Promise<void> {
  await sql`create sequence refused_writes`.execute(shop.site.db);
  await sql`create function refuse_write() returns trigger language plpgsql as $$
    begin perform nextval('refused_writes'); raise exception 'the matrix writes nothing'; end $$`.execute(
    shop.site.db,
  );
  const tables = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not in ('limit_windows', 'nodes') and tablename not like 'activity%'`.execute(
    shop.site.db,
  );
  for (const { name } of tables.rows) {
    await sql`create trigger matrix before insert or update or delete on ${sql.raw(name)}
      for each row execute function refuse_write()`.execute(shop.site.db);
  }
}

/** How many writes were refused so far. */
export async function countRefusedWrites(shop: Shop): Promise<number> {
  const seen = await sql<{ n: number }>`
    select case when is_called then last_value::int else 0 end as n from refused_writes`.execute(
    shop.site.db,
  );
  return seen.rows[0]?.n ?? 0;
}

/** Everybody has just been here: the time of the last use would otherwise be written. */
export async function settleUse(shop: Shop): Promise<void> {
  await sql`update credentials set last_used_at = app_now() + interval '1 hour', last_used_from = '127.0.0.1'`.execute(
    shop.site.db,
  );
  await sql`update workspace_members set last_used_at = app_now() + interval '1 hour'`.execute(shop.site.db);
}
