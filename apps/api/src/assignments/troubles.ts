// What becomes of a bought rental whose phone can't be used (spec-decisions 21): another phone, a later start
// with all of its time, or its end. Whoever calls has the stock's lock, and sees to the money.
import { cleanAfterTenant, prepareForTenant } from '../cleaning/cleaning.ts';
import type { Db, Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import { assignmentEnded, assignmentStarted } from './assignments.events.ts';
import { updateActivated, updateEnded } from './assignments.sql.ts';
import { endTask } from './assignments.tasks.ts';
import { selectFree } from './stock.sql.ts';
import {
  insertReplacement,
  isOwnDeviceFree,
  lockTroubled,
  noteLook,
  selectSwappable,
  selectTroubledBeforeStart,
  type TroubledRow,
  updateDelayed,
  updateDevice,
  updateStarted,
} from './troubles.sql.ts';

export type TroubleOutcome =
  /** Nothing to do any more, or nothing that can be done yet. */
  | { kind: 'unchanged' | 'started' | 'delayed' }
  | { kind: 'exchanged'; user_id: string; order_id: string; old_id: string; new_id: string }
  | {
      kind: 'not_started' | 'phone_failed';
      user_id: string;
      order_id: string;
      unused: { from: string; until: string };
    };

/**
 * Bought rentals before their start whose phone won't do, and for which another is free now. They are looked for when
 * the stock has changed, else once a minute, and without the stock's lock: when nothing works, checkout must not
 * queue behind rentals that can't be helped.
 */
export async function listSwappable(db: Db, limit: number): Promise<string[]> {
  const troubled = await selectTroubledBeforeStart(db);
  if (troubled.length === 0 || !(await noteLook(db))) return [];
  return selectSwappable(db, troubled, limit);
}

/** Called before the rental moves or ends: makes room on its own device. */
type BeforeMove = () => Promise<void>;

/** Deals with one rental as it stands now. */
export async function easeTrouble(
  tx: Tx,
  assignmentId: string,
  beforeMove: BeforeMove,
): Promise<TroubleOutcome> {
  const row = await lockTroubled(tx, assignmentId);
  if (row === undefined || !row.is_troubled) return { kind: 'unchanged' };
  if (row.state === 'active') return exchange(tx, row, beforeMove);
  return row.is_due ? startLate(tx, row, beforeMove) : swapBeforeStart(tx, row, beforeMove);
}

async function swapBeforeStart(tx: Tx, row: TroubledRow, beforeMove: BeforeMove): Promise<TroubleOutcome> {
  const [deviceId] = await selectFree(tx, row, 1);
  if (deviceId === undefined) return { kind: 'unchanged' };
  await beforeMove();
  await updateDevice(tx, row.id, deviceId);
  await publish(tx, assignmentStarted, {
    assignment_id: row.id,
    device_id: deviceId,
    user_id: row.user_id,
  });
  return { kind: 'unchanged' };
}

async function startLate(tx: Tx, row: TroubledRow, beforeMove: BeforeMove): Promise<TroubleOutcome> {
  const begun = row.is_delayed ? undefined : await updateActivated(tx, row.id);
  if (begun !== undefined) {
    await publish(tx, assignmentStarted, begun);
    await prepareForTenant(tx, begun);
    return { kind: 'started' };
  }
  const mayStay = await isOwnDeviceFree(tx, row.id, row.full_end, 'but for its extension');
  const period = { starts_at: row.now, expires_at: row.full_end };
  const deviceId = mayStay && row.is_usable ? row.device_id : (await selectFree(tx, period, 1))[0];
  if (deviceId !== undefined) {
    await beforeMove();
    const news = await updateStarted(tx, row.id, { device_id: deviceId, at: row.now, end: row.full_end });
    if (news === undefined) return { kind: 'unchanged' };
    await enqueue(tx, endTask, { assignment_id: row.id }, { runAt: row.full_end });
    await publish(tx, assignmentStarted, news);
    await prepareForTenant(tx, news);
    return { kind: 'started' };
  }
  if (!row.is_given_up) {
    const end = (await isOwnDeviceFree(tx, row.id, row.next_end, 'of all')) ? row.next_end : undefined;
    await updateDelayed(tx, row.id, { start: row.next_try, end });
    return { kind: 'delayed' };
  }
  await beforeMove();
  return end(tx, row, 'not_started');
}

async function exchange(tx: Tx, row: TroubledRow, beforeMove: BeforeMove): Promise<TroubleOutcome> {
  await beforeMove();
  const [deviceId] = await selectFree(tx, { starts_at: row.now, expires_at: row.expires_at }, 1);
  // What never opened was never given, however late that shows.
  if (deviceId === undefined) return end(tx, row, row.was_opened ? 'phone_failed' : 'not_started');
  const ended = await updateEnded(tx, row.id, false, 'replaced');
  if (ended === undefined) return { kind: 'unchanged' };
  await publish(tx, assignmentEnded, ended);
  await cleanAfterTenant(tx, [ended.device_id]);
  const news = await insertReplacement(tx, row, deviceId);
  await enqueue(tx, endTask, { assignment_id: news.assignment_id }, { runAt: row.expires_at });
  await publish(tx, assignmentStarted, news);
  await prepareForTenant(tx, news);
  return {
    kind: 'exchanged',
    user_id: row.user_id,
    order_id: row.order_id,
    old_id: row.id,
    new_id: news.assignment_id,
  };
}

async function end(
  tx: Tx,
  row: TroubledRow,
  reason: 'not_started' | 'phone_failed',
): Promise<TroubleOutcome> {
  const ended = await updateEnded(tx, row.id, false, reason);
  if (ended === undefined) return { kind: 'unchanged' };
  await publish(tx, assignmentEnded, ended);
  await cleanAfterTenant(tx, [ended.device_id]);
  return {
    kind: reason,
    user_id: row.user_id,
    order_id: row.order_id,
    unused: { from: row.unusable_since, until: row.expires_at },
  };
}
