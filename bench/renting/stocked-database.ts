// A temporary PostgreSQL with the product's schema and a number of phones and assignments, for the rows about renting.
// It has the settings of the product's own database, so commits are flushed to disk. A killed run leaves nothing of it
// behind.
import { type Db, openDatabase, sql } from '../../apps/api/src/platform/database.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';
import { migrate } from '../../apps/api/src/platform/migrate.ts';
import { startThrowawayPostgres } from '../../tools/postgres/throwaway.ts';

export type StockedDatabase = { url: string; db: Db; stop: () => Promise<void> };

/** `prepare` makes the schema; it is this version's if left out. */
export async function startStockedDatabase(
  stock: { phones: number; assignments: number; customers: number; connections: number },
  prepare: (url: string) => Promise<unknown> = migrate,
): Promise<StockedDatabase> {
  const server = await startThrowawayPostgres('to the disk');
  const { url } = server;
  await prepare(url);
  const log = createLog('silent');
  const { db, stop } = openDatabase({ url, poolSize: stock.connections, log, statementTimeoutMs: 120_000 });
  await fill(db, stock);
  return {
    url,
    db,
    stop: async () => {
      await stop();
      await server.stop();
    },
  };
}

async function fill(
  db: Db,
  stock: { phones: number; assignments: number; customers: number },
): Promise<void> {
  await sql`insert into hosts (name, public_key, link_node_id, link_beat_at)
            values ('bench', '\\x00', 'node', app_now() + interval '1 day')`.execute(db);
  await sql`insert into users (username, first_name, last_name, email, password_hash, email_verified_at)
            select 'c' || n, 'C', 'C', 'c' || n || '@example.com', '-', app_now()
            from generate_series(1, ${stock.customers}::int) n`.execute(db);
  await sql`insert into devices (identity, host_id, serial, tag, model, runner_state, battery_level)
            select encode(sha256(n::text::bytea), 'hex'), h.id, 'S' || n, 'PF-' || n, 'Pixel 8', 'ready', 80
            from hosts h, generate_series(1, ${stock.phones}::int) n`.execute(db);
  await sql`insert into cleanings (device_id, purpose, reason, state, finished_at)
            select id, 'clean', 'bench', 'proven', app_now() from devices`.execute(db);
  await sql`update devices d set proven_by = c.id, state = 'ready' from cleanings c where c.device_id = d.id`.execute(
    db,
  );
  // Each phone is rented for two of every five days, on different days for each phone, until there are enough.
  const each = Math.ceil(stock.assignments / stock.phones);
  if (each > 0) {
    await sql`insert into assignments (device_id, user_id, state, starts_at, expires_at)
              select d.id, (select id from users limit 1), 'scheduled',
                     t.start + make_interval(days => 5 * n + d.nth), t.start + make_interval(days => 5 * n + d.nth + 2)
              from (select id, (row_number() over (order by tag) % 5)::int as nth from devices) d,
                   generate_series(0, ${each}::int - 1) n,
                   (select date_trunc('day', app_now()) + interval '2 days' as start) t`.execute(db);
  }
  await gatherStatistics(db);
}

/** A database that has run for a while has done this by itself. Without it, statements are planned anew each time. */
export async function gatherStatistics(db: Db): Promise<void> {
  await sql`vacuum analyze`.execute(db);
}
