// The SQL of readiness.
import { type Db, sql } from '../platform/database.ts';

/** Also proves that the database responds. */
export async function countDevicesOnline(db: Db): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*) as count from device_presence where connection_state = 'online'`.execute(db);
  return result.rows[0]?.count ?? 0;
}
