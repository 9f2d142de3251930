// The SQL of what a device is called: the tag that customers see, the label for our team.
import { type Db, sql } from '../platform/database.ts';

/** False when another device has the tag. A part that is left out stays. */
export async function updateLabels(
  db: Db,
  deviceId: string,
  wish: { tag?: string | undefined; label?: string | undefined },
): Promise<boolean> {
  const result = await sql`
    update devices d set tag = coalesce(${wish.tag ?? null}, tag), label = coalesce(${wish.label ?? null}, label)
    where id = ${deviceId}
      and not exists (select 1 from devices other where other.tag = ${wish.tag ?? null} and other.id <> d.id)`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}
