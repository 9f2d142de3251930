// What happens to assignments when their time comes. The job of each assignment acts at its instant; the
// sweep catches what a lost or early job has left, and may run on every node at once.
import type { Db } from '../platform/database.ts';
import { handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { selectOverdue } from './assignments.sql.ts';
import { activateTask, endTask } from './assignments.tasks.ts';
import { activateAssignment, endAssignment } from './assignments.ts';

export function assignmentTasks(deps: { db: Db }): TaskHandler[] {
  return [
    handleTask(
      activateTask,
      async ({ assignment_id }) => void (await activateAssignment(deps, assignment_id)),
    ),
    handleTask(endTask, async ({ assignment_id }) => void (await endAssignment(deps, assignment_id, 'due'))),
  ];
}

const sweepEveryMs = 1_000;

/** Returns how to stop it. */
export function startAssignmentSweep(deps: { db: Db; log: Log }): () => void {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    sweepAssignments(deps)
      .catch((error) => deps.log.warn({ err: error }, 'assignments could not be swept'))
      .finally(() => {
        isRunning = false;
      });
  }, sweepEveryMs);
  return () => clearInterval(timer);
}

export async function sweepAssignments(deps: { db: Db }): Promise<void> {
  for (const { id, is_over } of await selectOverdue(deps.db)) {
    if (is_over) await endAssignment(deps, id, 'due');
    else await activateAssignment(deps, id);
  }
}
