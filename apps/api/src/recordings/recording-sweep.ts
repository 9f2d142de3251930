// Work that no call brings: recordings that settings begin and end, rentals that are over, hosts that linked again or are silent, and
// days that have passed.
import { accessChanged } from '../access/access.events.ts';
import { recordOf } from '../access/access.ts';
import type { AppParts } from '../app-parts.ts';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import { deviceMoved, hostLinked } from '../devices/devices.events.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { handleCrontab } from '../platform/jobs.ts';
import { runOnLeader } from '../platform/node.ts';
import {
  selectDue,
  selectMoved,
  selectNotAllowed,
  selectOfHost,
  selectUnused,
  selectWithoutRental,
  takeToTell,
  updateExpired,
  updateLost,
} from './recording-sweep.sql.ts';
import { recordingToTell } from './recordings.events.ts';
import {
  endRecordings,
  notifyHost,
  type RecordingDeps,
  removeErased,
  startBySetting,
  systemWho,
} from './recordings.ts';

const everyMs = 2_000;
const tellEveryS = 60;
/** A host that comes back later than this has nothing more to send. */
const lostAfterHours = 24;
/** A phone without room for its recording is tried again after this time: the phones of one full team must not hold up all others. */
const noRoomForMs = 30_000;

export function registerRecordingSweep(
  { deps: { db, log, events, node }, tasks, onStop }: Pick<AppParts, 'deps' | 'tasks' | 'onStop'>,
  deps: RecordingDeps,
): void {
  const failed = (error: unknown): void =>
    log.warn({ err: error }, 'a recording could not be begun or ended');
  const withoutRoom: WithoutRoom = new Map();
  const tell = (id: string): void => void notifyHost(deps, id).catch(failed);
  const stopListening = [
    events.on(recordingToTell, ({ recording_id }) => tell(recording_id)),
    events.on(hostLinked, ({ host_id, node_id }) => {
      if (node_id !== deps.links.nodeId) return;
      selectOfHost(db, host_id).then((ids) => ids.forEach(tell), failed);
    }),
    // Each node hears these three; the first one ends it.
    events.on(deviceMoved, ({ device_id }) => {
      selectMoved(db, device_id)
        .then((ids) => endRecordings(deps, ids, 'phone_moved'))
        .catch(failed);
    }),
    events.on(assignmentEnded, ({ assignment_id }) => {
      selectWithoutRental(db, assignment_id)
        .then((ids) => endRecordings(deps, ids, 'rental_ended'))
        .catch(failed);
    }),
    events.on(accessChanged, ({ workspace_id }) => {
      selectNotAllowed(db, workspace_id)
        .then((ids) => endRecordings(deps, ids, 'access_ended'))
        .catch(failed);
    }),
    runOnLeader(
      { node, log },
      { failure: 'recordings could not be swept', everyMs, run: () => sweep(deps, failed, withoutRoom) },
    ),
  ];
  onStop(() => {
    for (const undo of stopListening) undo();
  });
  tasks.push(
    handleCrontab('old_recordings', '27 * * * *', async () => {
      await updateLost(db, lostAfterHours);
      await eraseExpired(db);
      await removeErased(deps);
    }),
  );
}

/** In the activity, as what a person erases. */
async function eraseExpired(db: Db): Promise<void> {
  for (;;) {
    const erased = await inTransaction(db, async (tx) => {
      const rows = await updateExpired(tx);
      for (const { id, workspace_id, device_id, name } of rows) {
        const details = { id, name };
        await recordOf(tx, workspace_id, systemWho, { kind: 'recording.erased', device_id, details });
      }
      return rows.length;
    });
    if (erased === 0) return;
  }
}

/** Phones, and when each is tried again. */
type WithoutRoom = Map<string, number>;

async function sweep(
  deps: RecordingDeps,
  onFailed: (error: unknown) => void,
  withoutRoom: WithoutRoom,
): Promise<void> {
  const { db } = deps;
  if (deps.store !== undefined && deps.config.operatorSecretsKeys.length > 0)
    await startDue(deps, onFailed, withoutRoom);
  await endRecordings(deps, await selectUnused(db), 'use_ended');
  await endRecordings(deps, await selectWithoutRental(db, null), 'rental_ended');
  await endRecordings(deps, await selectMoved(db, null), 'phone_moved');
  await endRecordings(deps, await selectNotAllowed(db, null), 'access_ended');
  for (const recording_id of await takeToTell(db, tellEveryS))
    await publish(db, recordingToTell, { recording_id });
}

async function startDue(
  deps: RecordingDeps,
  onFailed: (error: unknown) => void,
  withoutRoom: WithoutRoom,
): Promise<void> {
  for (const [deviceId, untilMs] of withoutRoom)
    if (untilMs <= performance.now()) withoutRoom.delete(deviceId);
  for (const due of await selectDue(deps.db, [...withoutRoom.keys()])) {
    // One phone that can't be recorded must not keep others from beginning or ending.
    const hasRoom = await startBySetting(deps, due).catch(onFailed);
    if (hasRoom === false) withoutRoom.set(due.device_id, performance.now() + noRoomForMs);
  }
}
