// Incidents: bought rentals whose phone can't be used (spec-decisions 21). A rental gets another phone, a later start
// with all of its time, or ends. Mails and refunds are up to the caller.
import { cleanAfterTenant, prepareForTenant } from '../cleaning/cleaning.ts';
import type { Db, Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Reach } from '../platform/principal.ts';
import { assignmentEnded, assignmentStarted } from './assignments.events.ts';
import { updateActivated, updateEnded } from './assignments.sql.ts';
import { endTask } from './assignments.tasks.ts';
import { moveLabel } from './customer-labels.sql.ts';
import {
  type IncidentRow,
  insertReplacement,
  isOwnDeviceFree,
  lockIncident,
  selectIncidents,
  selectIncidentsBeforeStart,
  selectReplaceable,
  selectUndelivered,
  updateDelayed,
  updateDevice,
  updateLastSearch,
  updateStarted,
  updateUnusable,
} from './incidents.sql.ts';
import { selectFree } from './stock.sql.ts';

export type IncidentOutcome =
  /** `unchanged`: the incident is over, or nothing can be done yet. */
  | { kind: 'unchanged' | 'started' | 'delayed' }
  | { kind: 'exchanged'; user_id: string; order_id: string; old_id: string; new_id: string }
  | {
      kind: 'not_started' | 'phone_failed';
      user_id: string;
      order_id: string;
      unused: { from: string; until: string };
    };

/**
 * The assignments with an incident that can be resolved now. It runs without the stock lock: in an outage without spare
 * phones, checkout must not queue behind rentals that nothing can be done for.
 */
export async function listIncidents(db: Db, limit: number): Promise<string[]> {
  await updateUnusable(db);
  const due = await selectIncidents(db, limit);
  const beforeStart = await selectIncidentsBeforeStart(db);
  // Other phones are searched for when the stock has changed, else once a minute.
  if (beforeStart.length === 0 || !(await updateLastSearch(db))) return due;
  return [...due, ...(await selectReplaceable(db, beforeStart, limit))];
}

/** The time that a customer has paid for although their phone never opened; undefined when it did open. */
export function findUndelivered(
  tx: Tx,
  reach: Reach,
  assignmentId: string,
): Promise<{ from: string; until: string } | undefined> {
  return selectUndelivered(tx, reach, assignmentId);
}

/** Called before the rental moves or ends, to release what else is booked on its device for this customer. */
type BeforeMove = () => Promise<void>;

/** Resolves the incident of one assignment. The caller holds the stock lock. */
export async function resolveIncident(
  tx: Tx,
  assignmentId: string,
  beforeMove: BeforeMove,
): Promise<IncidentOutcome> {
  const row = await lockIncident(tx, assignmentId);
  if (row === undefined || !row.has_incident) return { kind: 'unchanged' };
  if (row.state === 'active') return exchange(tx, row, beforeMove);
  return row.is_due ? startLate(tx, row, beforeMove) : replaceBeforeStart(tx, row, beforeMove);
}

async function replaceBeforeStart(
  tx: Tx,
  row: IncidentRow,
  beforeMove: BeforeMove,
): Promise<IncidentOutcome> {
  const [deviceId] = await selectFree(tx, row, 1);
  if (deviceId === undefined) return { kind: 'unchanged' };
  await beforeMove();
  await moveLabel(tx, row.id, deviceId);
  await updateDevice(tx, row.id, deviceId);
  await publish(tx, assignmentStarted, {
    assignment_id: row.id,
    device_id: deviceId,
    user_id: row.user_id,
    workspace_id: row.workspace_id,
  });
  return { kind: 'unchanged' };
}

async function startLate(tx: Tx, row: IncidentRow, beforeMove: BeforeMove): Promise<IncidentOutcome> {
  const onTime = row.is_delayed ? undefined : await updateActivated(tx, row.id);
  if (onTime !== undefined) {
    await publish(tx, assignmentStarted, onTime);
    await prepareForTenant(tx, onTime);
    return { kind: 'started' };
  }
  const canKeepDevice =
    row.is_usable && (await isOwnDeviceFree(tx, row.id, row.full_end, 'but for its extension'));
  const period = { starts_at: row.now, expires_at: row.full_end };
  const deviceId = canKeepDevice ? row.device_id : (await selectFree(tx, period, 1))[0];
  if (deviceId !== undefined) {
    await beforeMove();
    const started = await updateStarted(tx, row.id, { device_id: deviceId, at: row.now, end: row.full_end });
    if (started === undefined) return { kind: 'unchanged' };
    await enqueue(tx, endTask, { assignment_id: row.id }, { runAt: row.full_end });
    await publish(tx, assignmentStarted, started);
    await prepareForTenant(tx, started);
    return { kind: 'started' };
  }
  if (!row.is_too_late) {
    const end = (await isOwnDeviceFree(tx, row.id, row.next_end, 'of all')) ? row.next_end : undefined;
    await updateDelayed(tx, row.id, { start: row.next_try, end });
    return { kind: 'delayed' };
  }
  await beforeMove();
  return end(tx, row, 'not_started');
}

async function exchange(tx: Tx, row: IncidentRow, beforeMove: BeforeMove): Promise<IncidentOutcome> {
  await beforeMove();
  const [deviceId] = await selectFree(tx, { starts_at: row.now, expires_at: row.expires_at }, 1);
  // A rental that never opened is refunded in full, however late that is noticed.
  if (deviceId === undefined) return end(tx, row, row.was_opened ? 'phone_failed' : 'not_started');
  const ended = await updateEnded(tx, row.id, false, 'replaced');
  if (ended === undefined) return { kind: 'unchanged' };
  await publish(tx, assignmentEnded, ended);
  await cleanAfterTenant(tx, [ended.device_id]);
  await moveLabel(tx, row.id, deviceId);
  const replacement = await insertReplacement(tx, row, deviceId);
  await enqueue(tx, endTask, { assignment_id: replacement.assignment_id }, { runAt: row.expires_at });
  await publish(tx, assignmentStarted, replacement);
  await prepareForTenant(tx, replacement);
  return {
    kind: 'exchanged',
    user_id: row.user_id,
    order_id: row.order_id,
    old_id: row.id,
    new_id: replacement.assignment_id,
  };
}

async function end(
  tx: Tx,
  row: IncidentRow,
  reason: 'not_started' | 'phone_failed',
): Promise<IncidentOutcome> {
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
