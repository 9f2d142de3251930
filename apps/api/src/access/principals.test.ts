import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { type Db, sql } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';
import { selectPrincipal } from './principals.sql.ts';

const { site, made } = useTeamWithKeys({ leads: false });

const credentials = 400;

/** Rows of `credentials` that this transaction has read so far. */
async function countRead(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
    from pg_stat_xact_user_tables where relname = 'credentials'`.execute(tx);
  return rows[0]?.n ?? 0;
}

test('a plan from when there were few credentials stays cheap when there are many', async () => {
  const { id, key } = await made({});
  const find = (db: Db) =>
    selectPrincipal(db, { secretHash: hashSecret(key), workspaceId: null, address: '127.0.0.1' });
  const read = await site.db.transaction().execute(async (tx) => {
    await sql`analyze credentials`.execute(tx);
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    // Prepared by now.
    for (let n = 0; n < 4; n += 1) expect(await find(tx)).toMatchObject({ credential_id: id });
    await sql`insert into credentials (user_id, token_hash, expires_at)
      select c.user_id, sha256(n::text::bytea), c.expires_at
      from credentials c, generate_series(1, ${credentials}::int) n where c.id = ${id}`.execute(tx);
    const before = await countRead(tx);
    expect(await find(tx)).toMatchObject({ credential_id: id });
    return (await countRead(tx)) - before;
  });
  expect(read).toBeLessThan(5 * credentials);
});
