// Incidents: bought rentals whose phone can't be used. A rental gets another phone, a later start
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
  selectUnasked,
  selectUndelivered,
  updateDelayed,
  updateDevice,
  updateLastSearch,
  updateStarted,
  updateUnusable,
} from './incidents.sql.ts';
import { closeChoice, insertChoice } from './open-choices.sql.ts';
import { selectFree } from './stock.sql.ts';

export type IncidentOutcome =
  /** `unchanged`: the incident is over, or nothing can be done yet. */
  | { kind: 'unchanged' | 'started' | 'delayed' }
  | {
      kind: 'exchanged';
      user_id: string;
      workspace_id: string;
      order_id: string;
      old_id: string;
      new_id: string;
    }
  | {
      kind: 'not_started' | 'phone_failed';
      user_id: string;
      workspace_id: string;
      order_id: string;
      unused: { from: string; until: string };
    }
  /** No phone of the chosen model is free: the customer has to choose until `decide_by`. */
  | { kind: 'choice_opened'; user_id: string; workspace_id: string; order_id: string; decide_by: string };

/**
 * The assignments with an incident that can be resolved now. It runs without the stock lock: in an outage without spare
 * phones, checkout must not queue behind rentals that nothing can be done for.
 */
export async function listIncidents(db: Db, limit: number): Promise<string[]> {
  await updateUnusable(db);
  const due = await selectIncidents(db, limit);
  const beforeStart = await selectIncidentsBeforeStart(db);
  const unasked = await selectUnasked(db, beforeStart, limit);
  if (unasked.length > 0) due.push(...unasked);
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
  if (row === undefined) return { kind: 'unchanged' };
  if (!row.has_incident) {
    if (row.is_choice_open) await closeChoice(tx, row.id, 'phone_back');
    return { kind: 'unchanged' };
  }
  if (row.state === 'active') return exchange(tx, row, beforeMove);
  return row.is_due ? startLate(tx, row, beforeMove) : replaceBeforeStart(tx, row, beforeMove);
}

async function replaceBeforeStart(
  tx: Tx,
  row: IncidentRow,
  beforeMove: BeforeMove,
): Promise<IncidentOutcome> {
  const deviceId = await selectFree(tx, row, row.chosen_model);
  if (deviceId === undefined) {
    const answer = await askOrGiveUp(tx, row);
    if (answer !== 'over') return answer;
    await beforeMove();
    return end(tx, row, 'not_started');
  }
  await beforeMove();
  await closeChoice(tx, row.id, 'same_model');
  await moveLabel(tx, row.id, deviceId);
  await updateDevice(tx, row.id, { device_id: deviceId, chosen_model: row.chosen_model });
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
    await closeChoice(tx, row.id, 'phone_back');
    await publish(tx, assignmentStarted, onTime);
    await prepareForTenant(tx, onTime);
    return { kind: 'started' };
  }
  const canKeepDevice =
    row.is_usable && (await isOwnDeviceFree(tx, row.id, row.full_end, 'but for its extension'));
  const period = { starts_at: row.now, expires_at: row.full_end };
  const deviceId = canKeepDevice ? row.device_id : await selectFree(tx, period, row.chosen_model);
  if (deviceId !== undefined) {
    await beforeMove();
    await closeChoice(tx, row.id, canKeepDevice ? 'phone_back' : 'same_model');
    const started = await updateStarted(tx, row.id, { device_id: deviceId, at: row.now, end: row.full_end });
    if (started === undefined) return { kind: 'unchanged' };
    await enqueue(tx, endTask, { assignment_id: row.id }, { runAt: row.full_end });
    await publish(tx, assignmentStarted, started);
    await prepareForTenant(tx, started);
    return { kind: 'started' };
  }
  const answer = row.chosen_model === null ? undefined : await askOrGiveUp(tx, row);
  const isOver = answer === undefined ? row.is_too_late : answer === 'over';
  if (!isOver) {
    const end = (await isOwnDeviceFree(tx, row.id, row.next_end, 'of all')) ? row.next_end : undefined;
    await updateDelayed(tx, row.id, { start: row.next_try, end });
    return answer !== undefined && answer !== 'over' && answer.kind === 'choice_opened'
      ? answer
      : { kind: 'delayed' };
  }
  await beforeMove();
  return end(tx, row, 'not_started');
}

async function exchange(tx: Tx, row: IncidentRow, beforeMove: BeforeMove): Promise<IncidentOutcome> {
  const deviceId = await selectFree(tx, { starts_at: row.now, expires_at: row.expires_at }, row.chosen_model);
  const answer = deviceId === undefined && row.chosen_model !== null ? await askOrGiveUp(tx, row) : undefined;
  if (answer !== undefined && answer !== 'over') return answer;
  await beforeMove();
  // A rental that never opened is refunded in full, however late that is noticed.
  if (deviceId === undefined) return end(tx, row, row.was_opened ? 'phone_failed' : 'not_started');
  await closeChoice(tx, row.id, 'same_model');
  const ended = await updateEnded(tx, row.id, false, 'replaced');
  if (ended === undefined) return { kind: 'unchanged' };
  await publish(tx, assignmentEnded, ended);
  await cleanAfterTenant(tx, [ended.device_id]);
  await moveLabel(tx, row.id, deviceId);
  const replacement = await insertReplacement(tx, row, {
    device_id: deviceId,
    chosen_model: row.chosen_model,
    cause: { because: row.is_broken ? 'failed' : 'offline' },
  });
  await enqueue(tx, endTask, { assignment_id: replacement.assignment_id }, { runAt: row.expires_at });
  await publish(tx, assignmentStarted, replacement);
  await prepareForTenant(tx, replacement);
  return {
    kind: 'exchanged',
    user_id: row.user_id,
    workspace_id: row.workspace_id,
    order_id: row.order_id,
    old_id: row.id,
    new_id: replacement.assignment_id,
  };
}

/**
 * Without a free phone of the model: asks the customer once, waits for the answer, or, when the time to answer
 * is over, ends the rental. Rentals of any phone are never asked: every free phone would do.
 */
async function askOrGiveUp(tx: Tx, row: IncidentRow): Promise<IncidentOutcome | 'over'> {
  if (row.chosen_model === null) return { kind: 'unchanged' };
  if (row.is_choice_open) {
    if (!row.is_choice_over) return { kind: 'unchanged' };
    await closeChoice(tx, row.id, 'timed_out');
    return 'over';
  }
  if (!row.can_ask) return { kind: 'unchanged' };
  const decide_by = await insertChoice(tx, row.id);
  const { user_id, workspace_id, order_id } = row;
  return { kind: 'choice_opened', user_id, workspace_id, order_id, decide_by };
}

/** The customer has chosen the refund, or the time to choose is over. The caller holds the stock lock. */
export async function endUndelivered(tx: Tx, assignmentId: string): Promise<IncidentOutcome> {
  const row = await lockIncident(tx, assignmentId);
  if (row === undefined) return { kind: 'unchanged' };
  return end(tx, row, row.state === 'active' && row.was_opened ? 'phone_failed' : 'not_started');
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
    workspace_id: row.workspace_id,
    order_id: row.order_id,
    unused: { from: row.unusable_since, until: row.expires_at },
  };
}
