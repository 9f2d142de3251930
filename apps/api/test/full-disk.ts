// A full disk under the database, as far as a test can make one: PostgreSQL refuses to store what is new.
import { type Db, sql } from '../src/platform/database.ts';

/** Lets every insert into these tables fail as on a full disk, until the function that comes back is called. */
export async function fillDisk(db: Db, tables: readonly string[]): Promise<() => Promise<void>> {
  await sql`create function disk_is_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(db);
  for (const table of tables) {
    const name = sql.table(table);
    await sql`create trigger disk_is_full before insert on ${name} execute function disk_is_full()`.execute(
      db,
    );
  }
  return async () => {
    await sql`drop function disk_is_full cascade`.execute(db);
  };
}
