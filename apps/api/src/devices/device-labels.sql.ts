// The SQL of a device's names: the tag that customers see, and the label of our team.
import { type Db, sql } from '../platform/database.ts';

export async function updateLabels(
  db: Db,
  deviceId: string,
  { tag, label }: { tag?: string | undefined; label?: string | undefined },
): Promise<boolean> {
  const result = await sql`
    update devices d set tag = coalesce(${tag ?? null}, tag), label = coalesce(${label ?? null}, label)
    where id = ${deviceId}
      and not exists (select 1 from devices other where other.tag = ${tag ?? null} and other.id <> d.id)`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}
