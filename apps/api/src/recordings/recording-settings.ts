// What a workspace records without anybody asking.
import type { RecordingSettings } from '@pocketfleet/contract';
import { recordActivity } from '../access/access.ts';
import { listPhones } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { selectCurrentIds, selectOwnKeys, selectSettings, upsertSettings } from './recording-settings.sql.ts';

export async function getRecordingSettings(db: Db, caller: Principal): Promise<RecordingSettings> {
  const { records_all, phones, keys, keep_days } = await selectSettings(db, caller.workspace_id);
  return { records_all, phones, keys: await selectCurrentIds(db, keys), keep_days };
}

/** Throws device_not_assigned for a phone, and not_found for a key, that isn't the workspace's. */
export async function setRecordingSettings(
  db: Db,
  caller: Principal,
  change: { [Key in keyof RecordingSettings]?: RecordingSettings[Key] | undefined },
): Promise<RecordingSettings> {
  const before = await getRecordingSettings(db, caller);
  const phones = [...new Set(change.phones ?? before.phones)];
  const keys = [...new Set(change.keys ?? before.keys)];
  if (change.phones !== undefined) {
    const own = new Set((await listPhones({ db }, caller)).map(({ device_id }) => device_id));
    if (phones.some((id) => !own.has(id) && !before.phones.includes(id)))
      throw new AppError('device_not_assigned');
  }
  if (change.keys !== undefined) {
    const own = new Set(await selectOwnKeys(db, caller.workspace_id, keys));
    if (keys.some((id) => !own.has(id) && !before.keys.includes(id)))
      throw new AppError('not_found', { detail: 'One of these keys is not of this team.' });
  }
  const records_all = change.records_all ?? before.records_all;
  const keep_days = change.keep_days ?? before.keep_days;
  await inTransaction(db, async (tx) => {
    await upsertSettings(tx, caller.workspace_id, { records_all, phones, keys, keep_days });
    await recordActivity(tx, caller, { kind: 'recording.settings_changed', details: {} });
  });
  return { records_all, phones, keys, keep_days };
}
