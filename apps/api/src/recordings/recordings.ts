// Recordings of phones: who may start, see and erase them, and how they begin and end. The host records (decision 174); this
// feature knows nothing of the picture. Its invariant: a phone has at most one recording at a time, and everybody who sees the
// phone is told of it in the same transaction.
import { randomUUID } from 'node:crypto';
import { type Recording, type RecordingEnd, recordingSince } from '@pocketfleet/contract';
import { recordActivity, recordOf } from '../access/access.ts';
import { findTenant, getActiveAssignment } from '../assignments/assignments.ts';
import { getDevicePlace, type HostLinks, isOlderVersion } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { countAgainstLimit, isOverLimit, type Limit } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import type { SealKeys } from '../platform/sealed.ts';
import { hashSecret } from '../platform/secrets.ts';
import { clearRecorded, markRecorded, memoryKeysOf } from '../streaming/streaming.ts';
import { createRecordingKey, keyOf, refuseUnableServer } from './recording-keys.ts';
import { describe, refuseErase, refuseStop } from './recording-rights.ts';
import { selectUsedBytes } from './recording-room.sql.ts';
import { shareOf, takeRoom } from './recording-room.ts';
import { selectSettings } from './recording-settings.sql.ts';
import type { RecordingStore } from './recording-store.ts';
import { recordingToTell } from './recordings.events.ts';
import {
  deleteRecordingRow,
  insertRecording,
  type NewRecording,
  type RecordingRow,
  type SeenRow,
  type Sight,
  selectErased,
  selectRecording,
  selectRecordings,
  selectSeenRecording,
  updateEnded,
  updateErased,
} from './recordings.sql.ts';
import { createUploadToken } from './upload-token.ts';

const noRoomLimit: Limit = { name: 'recording-no-room', count: 1, windowS: 3_600 };
const startLimit: Limit = { name: 'recording', count: 200, windowS: 3_600 };

export type RecordingDeps = {
  db: Db;
  clock: Clock;
  links: Pick<HostLinks, 'send' | 'nodeId'>;
  /** Undefined: this server records nothing. */
  store: RecordingStore | undefined;
  config: { operatorSecretsKeys: SealKeys };
};

/**
 * Throws device_not_assigned, assignment_not_started, device_offline, device_failed for an older agent, already_done,
 * limit_reached where the workspace has no room, too_many_requests, or unavailable where this server can't record.
 */
export async function startRecording(
  deps: RecordingDeps,
  caller: Principal,
  deviceId: string,
  name: string | undefined,
): Promise<Recording> {
  const { kind, user_id } = caller;
  if (kind === 'guest') throw new AppError('forbidden');
  const assignment = await getActiveAssignment(deps, deviceId, caller);
  await countAgainstLimit(deps.db, startLimit, caller.workspace_id);
  refuseUnableServer(deps);
  const place = await getDevicePlace(deps, deviceId);
  if (place.connection_state !== 'online') throw new AppError('device_offline');
  if (isOlderVersion(place.agent_version, recordingSince)) {
    throw new AppError('device_failed', { detail: 'The computer of this phone can’t record yet.' });
  }
  const who = { who_kind: kind, who_id: ownIdOf(caller), who_name: caller.name, user_id } as const;
  const id = await inTransaction(deps.db, async (tx) => {
    if (!(await takeRoom(tx, caller.workspace_id))) {
      throw new AppError('limit_reached', {
        detail: 'There is no room left for recordings. Erase some, then try again.',
      });
    }
    const made = await insert(deps, tx, {
      ...who,
      workspace_id: caller.workspace_id,
      device_id: deviceId,
      device_tag: place.tag,
      assignment_id: assignment.id,
      host_id: place.host_id,
      name: name ?? place.tag,
      cause: 'asked',
    });
    if (made === undefined) throw new AppError('already_done', { detail: 'This phone is recorded already.' });
    const details = { id: made, name: name ?? place.tag };
    await recordActivity(tx, caller, { kind: 'recording.started', device_id: deviceId, details });
    return made;
  });
  return getRecording(deps, caller, id);
}

/** Because of a setting. Does nothing where the phone can't be recorded now. Returns false where there is no room. */
export async function startBySetting(
  deps: RecordingDeps,
  due: { workspace_id: string; device_id: string; cause: 'phone' | 'key' | 'team' },
): Promise<boolean> {
  const tenant = await findTenant(deps, due.device_id);
  if (tenant === undefined || tenant.workspace_id !== due.workspace_id) return true;
  const place = await getDevicePlace(deps, due.device_id);
  if (place.connection_state !== 'online' || isOlderVersion(place.agent_version, recordingSince)) return true;
  const hasRoom = await inTransaction(deps.db, async (tx) => {
    if (!(await takeRoom(tx, due.workspace_id))) return false;
    const name = place.tag;
    const who = { who_kind: 'system', who_id: null, who_name: '', user_id: null } as const;
    const made = await insert(deps, tx, {
      ...who,
      ...due,
      device_tag: place.tag,
      assignment_id: tenant.id,
      host_id: place.host_id,
      name,
    });
    if (made === undefined) return true;
    await recordOf(tx, due.workspace_id, systemWho, {
      kind: 'recording.started',
      device_id: due.device_id,
      details: { id: made, name },
    });
    return true;
  });
  if (!hasRoom) await tellNoRoom(deps.db, due);
  return hasRoom;
}

/** The team counts on the setting, and sees no recording: the activity says why, for each phone once in an hour. */
async function tellNoRoom(db: Db, { workspace_id, device_id }: { workspace_id: string; device_id: string }) {
  if (await isOverLimit(db, noRoomLimit, `${workspace_id}:${device_id}`)) return;
  await recordOf(db, workspace_id, systemWho, { kind: 'recording.no_room', device_id, details: {} });
}

/** For a change that nobody has asked for. */
export const systemWho = { kind: 'system', id: null, name: '', user_id: null, address: null } as const;

/** Ends a recording. A recording that has ended already stays as it is. Throws not_found, and forbidden for a setting's. */
export async function stopRecording(deps: RecordingDeps, caller: Principal, id: string): Promise<Recording> {
  await refuseStop(deps.db, caller, await seen(deps.db, caller, id));
  await endRecordings(deps, [id], 'stopped', caller);
  return getRecording(deps, caller, id);
}

/** Ends those of these that go on, and tells their hosts. `by`: who asked for it, if anybody did. */
export async function endRecordings(
  deps: Pick<RecordingDeps, 'db' | 'links'>,
  ids: readonly string[],
  reason: RecordingEnd,
  by?: Principal,
): Promise<void> {
  if (ids.length === 0) return;
  const ended = await inTransaction(deps.db, async (tx) => {
    const rows = await updateEnded(tx, ids, reason);
    for (const { id, workspace_id, device_id, name, reason: why } of rows) {
      await clearRecorded(tx, { device_id, recording_id: id });
      const details = { id, name, reason: why ?? reason };
      const entry = { kind: 'recording.ended', device_id, details } as const;
      await (by === undefined ? recordOf(tx, workspace_id, systemWho, entry) : recordActivity(tx, by, entry));
    }
    return rows;
  });
  for (const row of ended) tellToStop(deps, row, { wipe: false });
}

/** Nobody waits for it: if the message is lost, the answer to the next chunk says it, or the next sweep. */
function tellToStop(
  { links }: Pick<RecordingDeps, 'links'>,
  { id, ...host }: Pick<RecordingRow, 'id' | 'host_id' | 'link_node_id'>,
  { wipe }: { wipe: boolean },
): void {
  links.send(host, { type: 'stop_recording', recording_id: id, wipe }).catch(() => undefined);
}

/** Throws not_found. */
export async function getRecording(
  deps: Pick<RecordingDeps, 'db'>,
  caller: Principal,
  id: string,
): Promise<Recording> {
  return describe(caller, await seen(deps.db, caller, id));
}

/** The row, for those who may see it. Throws not_found. */
export async function seen(db: Db, caller: Principal, id: string): Promise<SeenRow> {
  const row = await selectSeenRecording(db, sightOf(caller), id);
  if (row === undefined) throw new AppError('not_found', { detail: 'You see no such recording.' });
  return row;
}

export async function listRecordings(
  { db }: Pick<RecordingDeps, 'db'>,
  caller: Principal,
  query: { phone?: string | undefined; cursor?: string | undefined; limit: number },
) {
  const [ms, beforeId] = query.cursor?.split('.') ?? [];
  const rows = await selectRecordings(db, sightOf(caller), {
    deviceId: query.phone ?? null,
    before: ms === undefined || beforeId === undefined ? null : { ms: Number(ms), id: beforeId },
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  const { max_bytes, keep_days } = await selectSettings(db, caller.workspace_id);
  return {
    recordings: page.map((row) => describe(caller, row)),
    next_cursor: last === undefined ? null : `${Date.parse(last.started_at)}.${last.id}`,
    quota: { used_bytes: await selectUsedBytes(db, caller.workspace_id), max_bytes, keep_days },
  };
}

/** Throws not_found, and forbidden for those who may not erase it. */
export async function deleteRecording(deps: RecordingDeps, caller: Principal, id: string): Promise<void> {
  const row = await seen(deps.db, caller, id);
  refuseErase(caller, row);
  await endRecordings(deps, [id], 'stopped', caller);
  await inTransaction(deps.db, async (tx) => {
    await updateErased(tx, [id]);
    const { device_id, name } = row;
    await recordActivity(tx, caller, { kind: 'recording.erased', device_id, details: { id, name } });
  });
  tellToStop(deps, row, { wipe: true });
  await removeErased(deps);
}

/** Deletes the chunks of erased recordings, and then the rows. A failed deletion is tried again by the next run. */
export async function removeErased({ db, store }: Pick<RecordingDeps, 'db' | 'store'>): Promise<void> {
  for (let ids = await selectErased(db); ids.length > 0; ids = await selectErased(db)) {
    for (const id of ids) {
      await store?.delete(id);
      await deleteRecordingRow(db, id);
    }
  }
}

/** Tells its host to record or to stop, if this node has its link: the key must not wait in the database for another node. */
export async function notifyHost(deps: RecordingDeps, id: string): Promise<void> {
  const row = await selectRecording(deps.db, id);
  if (row === undefined || row.link_node_id !== deps.links.nodeId) return;
  if (row.state === 'uploading') return tellToStop(deps, row, { wipe: false });
  if (row.state !== 'recording') return;
  const place = await getDevicePlace(deps, row.device_id);
  const tenant = await findTenant(deps, row.device_id);
  if (place.host_id !== row.host_id || tenant?.id !== row.assignment_id) return;
  const nowMs = deps.clock.nowMs();
  await deps.links.send(place, {
    type: 'start_recording',
    recording_id: id,
    device_id: row.device_id,
    tenant_user: place.tenant_user,
    memory_keys: memoryKeysOf(deps.config, tenant.id),
    key: keyOf(deps, row).toString('base64'),
    upload_token: createUploadToken(keyOf(deps, row), id),
    elapsed_ms: Math.max(0, Math.trunc(nowMs - Date.parse(row.started_at))),
    next_chunk: row.next_chunk,
    max_bytes: Math.max(1, await shareOf(deps.db, row.workspace_id)),
    ends_in_ms:
      tenant.expires_at === null ? null : Math.max(0, Math.trunc(Date.parse(tenant.expires_at) - nowMs)),
  });
}

async function insert(
  deps: RecordingDeps,
  tx: Db,
  row: Omit<NewRecording, 'id' | 'key' | 'upload_hash'>,
): Promise<string | undefined> {
  const id = randomUUID();
  const { key, sealed } = createRecordingKey(deps, id);
  const upload_hash = hashSecret(createUploadToken(key, id));
  if (!(await insertRecording(tx, { ...row, id, key: sealed, upload_hash }))) return undefined;
  const { device_id, assignment_id, who_name } = row;
  await markRecorded(tx, { device_id, assignment_id, recording_id: id, by_name: who_name });
  await publish(tx, recordingToTell, { recording_id: id });
  return id;
}

function ownIdOf({ kind, user_id, credential_id }: Principal): string {
  return kind === 'person' ? user_id : credential_id;
}

function sightOf(caller: Principal): Sight {
  const { kind, user_id, credential_id } = caller;
  return { reach: caller, own: kind === 'person' ? { user_id } : { credential_id } };
}
