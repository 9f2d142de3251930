// Gives a tenant another phone when our team or the tenant says so: for the rest of a running rental, or for all of a future one. The
// caller holds the stock lock and notifies the customer.
import { cleanAfterTenant, prepareForTenant } from '../cleaning/cleaning.ts';
import { AppError } from '../platform/app-error.ts';
import { exclusionViolation, sqlState, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import { assignmentEnded, assignmentStarted } from './assignments.events.ts';
import { updateEnded } from './assignments.sql.ts';
import { endTask } from './assignments.tasks.ts';
import { moveLabel } from './customer-labels.sql.ts';
import { insertReplacement, type ReplacementCause, updateDevice } from './incidents.sql.ts';
import { closeChoice } from './open-choices.sql.ts';
import { selectFree, selectModelOf } from './stock.sql.ts';
import { lockOpenAssignment } from './swap.sql.ts';

export type Swapped = {
  old_id: string;
  new_id: string;
  device_id: string;
  user_id: string;
  workspace_id: string;
  was_running: boolean;
};

export type NewPhone =
  | { device_id?: string | undefined; model?: never; by: 'by_team'; note: string }
  | { device_id?: never; model: string; by: 'other_model' };

/**
 * Without a named phone one of the rental's own model is taken, or of `to.model`. Throws not_found for an assignment that
 * is over, short_of_phones when none is free for the time, and for a named phone conflict when it is taken or
 * device_not_ready.
 */
export async function swapDevice(tx: Tx, assignmentId: string, to: NewPhone): Promise<Swapped> {
  const row = await lockOpenAssignment(tx, assignmentId);
  if (row === undefined) throw new AppError('not_found');
  const { user_id, workspace_id } = row;
  const starts_at = row.state === 'active' ? row.now : row.starts_at;
  const period = { starts_at, expires_at: row.expires_at ?? 'infinity' };
  const model = to.model ?? row.chosen_model;
  const device_id = to.device_id ?? (await selectFree(tx, period, model));
  if (device_id === undefined) {
    const detail = model === null ? 'No other phone' : `No other ${model}`;
    throw new AppError('short_of_phones', { detail: `${detail} is free for this time.` });
  }
  if (device_id === row.device_id)
    throw new AppError('conflict', { detail: 'The customer already has this phone.' });
  // A rental of a chosen model is from now on one of the new phone's model; one of any phone stays that.
  const chosen_model = row.chosen_model === null ? null : await selectModelOf(tx, device_id);
  try {
    await closeChoice(tx, row.id, to.by);
    if (row.state === 'scheduled') {
      await moveLabel(tx, row.id, device_id);
      await updateDevice(tx, row.id, { device_id, chosen_model });
      await publish(tx, assignmentStarted, {
        assignment_id: row.id,
        device_id,
        user_id,
        workspace_id,
      });
      return { old_id: row.id, new_id: row.id, device_id, user_id, workspace_id, was_running: false };
    }
    const cause: ReplacementCause =
      to.by === 'by_team' ? { because: 'by_team', note: to.note } : { because: 'chosen' };
    const ended = await updateEnded(tx, row.id, false, 'replaced');
    if (ended === undefined) throw new AppError('not_found');
    await publish(tx, assignmentEnded, ended);
    await cleanAfterTenant(tx, [ended.device_id]);
    await moveLabel(tx, row.id, device_id);
    const replacement = await insertReplacement(tx, row, { device_id, chosen_model, cause });
    const { assignment_id } = replacement;
    if (row.expires_at !== null) await enqueue(tx, endTask, { assignment_id }, { runAt: row.expires_at });
    await publish(tx, assignmentStarted, replacement);
    await prepareForTenant(tx, replacement);
    return { old_id: row.id, new_id: assignment_id, device_id, user_id, workspace_id, was_running: true };
  } catch (error) {
    throw toRefusal(error) ?? error;
  }
}

/** The database refuses overlapping times, phones that aren't clean, and phones that don't exist. */
function toRefusal(error: unknown): AppError | undefined {
  const state = sqlState(error);
  if (state === exclusionViolation)
    return new AppError('conflict', { detail: 'This phone is not free at that time.', cause: error });
  if (state === '23001') return new AppError('device_not_ready', { cause: error });
  if (state === '23503') return new AppError('not_found', { cause: error });
  return undefined;
}
