import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { type Db, sql } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';
import { selectKey, selectPrincipal, selectSession } from './principals.sql.ts';

const { site, scene, made } = useTeamWithKeys({ leads: false });

const credentials = 400;

/** Rows of `credentials` that this transaction has read so far. */
async function countRead(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
    from pg_stat_xact_user_tables where relname = 'credentials'`.execute(tx);
  return rows[0]?.n ?? 0;
}

test.each([
  ['keys', selectKey],
  ['sessions', selectSession],
  ['everybody', selectPrincipal],
])(
  'a plan from when there were few credentials stays cheap when there are many, of %s',
  async (who, select) => {
    const { id, key } = await made({});
    const session = await sql<{ id: string }>`
    select id from credentials where token_hash = ${hashSecret(scene.owner.token)}`.execute(site.db);
    const [secret, sought] = who === 'sessions' ? [scene.owner.token, session.rows[0]?.id] : [key, id];
    const find = (db: Db) =>
      select(db, { secretHash: hashSecret(secret), workspaceId: null, address: '127.0.0.1' });
    const read = await site.db.transaction().execute(async (tx) => {
      await sql`analyze credentials`.execute(tx);
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
      // Prepared by now.
      for (let n = 0; n < 4; n += 1) expect(await find(tx)).toMatchObject({ credential_id: sought });
      await sql`insert into credentials (user_id, token_hash, expires_at)
      select c.user_id, sha256((c.id::text || n)::bytea), c.expires_at
      from credentials c, generate_series(1, ${credentials}::int) n where c.id = ${id}`.execute(tx);
      const before = await countRead(tx);
      expect(await find(tx)).toMatchObject({ credential_id: sought });
      const counted = (await countRead(tx)) - before;
      await sql`delete from credentials using generate_series(1, ${credentials}::int) n
      where token_hash = sha256((${id}::text || n)::bytea)`.execute(tx);
      return counted;
    });
    expect(read).toBeLessThan(5 * credentials);
  },
);
