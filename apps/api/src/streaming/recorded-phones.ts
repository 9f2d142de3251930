// Which phones are recorded now. Everybody who sees a phone's picture is told, so this belongs to streaming; recordings set it.
import type { Db } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { deleteRecorded, insertRecorded, selectRecordedBy } from './recorded-phones.sql.ts';
import { phoneRecorded } from './streaming.events.ts';

type Recorded = { device_id: string; assignment_id: string; recording_id: string; by_name: string };

/** In the transaction that begins the recording. */
export async function markRecorded(tx: Db, recorded: Recorded): Promise<void> {
  await insertRecorded(tx, recorded);
  await publish(tx, phoneRecorded, { device_id: recorded.device_id });
}

/** In the transaction that ends the recording. */
export async function clearRecorded(
  tx: Db,
  { device_id, recording_id }: Pick<Recorded, 'device_id' | 'recording_id'>,
): Promise<void> {
  await deleteRecorded(tx, recording_id);
  await publish(tx, phoneRecorded, { device_id });
}

/** The name of who began it, which is empty for a setting; null where it isn't recorded. */
export function findRecorded(
  db: Db,
  place: { deviceId: string; assignmentId: string },
): Promise<string | null> {
  return selectRecordedBy(db, place.deviceId, place.assignmentId);
}
