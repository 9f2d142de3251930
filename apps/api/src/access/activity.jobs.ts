// Sessions that nobody holds any more end with their length; ends that only time brings are recorded; and whole days that are
// older than 400 days are deleted, which is all that the database allows.
import type { Deps } from '../app-parts.ts';
import { handleCrontab, type TaskHandler } from '../platform/jobs.ts';
import { runOnLeader } from '../platform/node.ts';
import { deleteOldActivity, endSessions, updateEndsRecorded } from './activity.sql.ts';

const sweepEveryMs = 5_000;
/** A line that was cut is dialled again within seconds; a program thinks between two actions. */
const idle = { sessionS: 20, screenS: 60, limit: 500 };
const deletedAtOnce = 5_000;
/** In one run; the next day's goes on. */
const mostDeletions = 2_000;

export function startActivitySweep(deps: Pick<Deps, 'db' | 'node' | 'log'>): () => void {
  return runOnLeader(deps, {
    everyMs: sweepEveryMs,
    run: () => sweepActivity(deps),
    failure: 'sessions could not be ended in the activity',
  });
}

export async function sweepActivity({ db }: Pick<Deps, 'db'>): Promise<void> {
  await updateEndsRecorded(db, idle.limit);
  await endSessions(db, idle);
}

export function activityTasks({ db }: Pick<Deps, 'db'>): TaskHandler[] {
  return [handleCrontab('delete_old_activity', '25 3 * * *', () => deleteOldDays(db))];
}

/** Deletes a limited number at a time, so that nobody waits. */
export async function deleteOldDays(db: Deps['db']): Promise<void> {
  for (let round = 0; round < mostDeletions; round += 1) {
    if ((await deleteOldActivity(db, deletedAtOnce)) < deletedAtOnce) return;
  }
}
