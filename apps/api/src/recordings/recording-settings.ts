// The settings by which a workspace records without a request.
import type { RecordingSettings } from '@pocketfleet/contract';
import { canReach, recordActivity } from '../access/access.ts';
import { listPhones } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import {
  lockSettings,
  selectCurrentIds,
  selectOwnKeys,
  selectSettings,
  upsertSettings,
} from './recording-settings.sql.ts';

/** Only those who may change the settings read of phones that they don't have themselves. */
export async function getRecordingSettings(db: Db, caller: Principal): Promise<RecordingSettings> {
  const { workspace_id } = caller;
  const { records_all, phones, keys, keep_days } = await selectSettings(db, workspace_id);
  const isSeen = (device_id: string) =>
    caller.permissions.has('members') || canReach(caller, { workspace_id, device_id });
  return { records_all, phones: phones.filter(isSeen), keys: await selectCurrentIds(db, keys), keep_days };
}

type Change = { [Key in keyof RecordingSettings]?: RecordingSettings[Key] | undefined };

/**
 * Throws device_not_assigned for a phone, and not_found for a key, that isn't the workspace's. Fields that are left out stay as they are,
 * also where somebody else changes it at the same moment.
 */
export async function setRecordingSettings(
  db: Db,
  caller: Principal,
  change: Change,
): Promise<RecordingSettings> {
  const own = change.phones && (await listPhones({ db }, caller)).map(({ device_id }) => device_id);
  return inTransaction(db, async (tx) => {
    await lockSettings(tx, caller.workspace_id);
    const before = await getRecordingSettings(tx, caller);
    const after = {
      records_all: change.records_all ?? before.records_all,
      phones: [...new Set(change.phones ?? before.phones)],
      keys: [...new Set(change.keys ?? before.keys)],
      keep_days: change.keep_days ?? before.keep_days,
    };
    const phones = difference(before.phones, after.phones);
    if (phones.added.some((id) => !own?.includes(id))) throw new AppError('device_not_assigned');
    const keys = difference(before.keys, after.keys);
    const ownKeys = await selectOwnKeys(tx, caller.workspace_id, keys.added);
    if (keys.added.some((id) => !ownKeys.includes(id)))
      throw new AppError('not_found', { detail: 'One of these keys is not of this team.' });
    await upsertSettings(tx, caller.workspace_id, after);
    const details = {
      records_all: after.records_all === before.records_all ? undefined : after.records_all,
      keep_days: after.keep_days === before.keep_days ? undefined : after.keep_days,
      phones_added: phones.added.length || undefined,
      phones_removed: phones.removed.length || undefined,
      keys_added: keys.added.length || undefined,
      keys_removed: keys.removed.length || undefined,
    };
    await recordActivity(tx, caller, { kind: 'recording.settings_changed', details });
    return after;
  });
}

type Difference = { added: string[]; removed: string[] };

function difference(before: readonly string[], after: readonly string[]): Difference {
  const [had, has] = [new Set(before), new Set(after)];
  return { added: after.filter((id) => !had.has(id)), removed: before.filter((id) => !has.has(id)) };
}
