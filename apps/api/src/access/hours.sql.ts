// The SQL of hours a day: how long keys and connected programs have been used today.
import { type Db, sql } from '../platform/database.ts';

/** Minutes of today (UTC) with this one, and how many seconds are left of the day. */
export async function countUsedMinute(
  db: Db,
  subject: string,
): Promise<{ minutes: number; day_left_s: number }> {
  const counted = await sql<{ minutes: number; day_left_s: number }>`
    select count_used_minute(${subject}::uuid) as minutes,
      ceil(extract(epoch from date_trunc('day', app_now(), 'UTC') + interval '1 day' - app_now()))::int as day_left_s`.execute(
    db,
  );
  return counted.rows[0] ?? { minutes: 0, day_left_s: 1 };
}

export async function deleteOldMinutes(db: Db): Promise<void> {
  await sql`delete from used_minutes where day < (app_now() at time zone 'UTC')::date - 1`.execute(db);
}
