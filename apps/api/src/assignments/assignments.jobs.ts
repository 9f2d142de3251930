// Starts and ends assignments on time. Each assignment has a job for its start and its end; the leader's sweep handles
// those whose job was lost or ran too early.
import { prepareForTenant, tenantPreparedTask } from '../cleaning/cleaning.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { selectOverdue, selectUnopened } from './assignments.sql.ts';
import { activateTask, endTask } from './assignments.tasks.ts';
import { activateAssignment, endAssignment, openAssignment } from './assignments.ts';

type JobDeps = { db: Db; log: Log };

export function assignmentTasks(deps: JobDeps): TaskHandler[] {
  return [
    handleTask(activateTask, ({ assignment_id }) => activate(deps, assignment_id)),
    handleTask(tenantPreparedTask, async ({ assignment_id }) => {
      if (await openAssignment(deps, assignment_id)) deps.log.info({ assignment_id }, 'a rental is open');
    }),
    handleTask(endTask, ({ assignment_id }) => endDue(deps, assignment_id)),
  ];
}

async function activate(deps: JobDeps, assignment_id: string): Promise<void> {
  if (await activateAssignment(deps, assignment_id)) deps.log.info({ assignment_id }, 'a rental has started');
}

async function endDue(deps: JobDeps, assignment_id: string): Promise<void> {
  if (await endAssignment(deps, assignment_id, 'due')) deps.log.info({ assignment_id }, 'a rental has ended');
}

const sweepEveryMs = 1_000;

/** Returns how to stop it. */
export function startAssignmentSweep(deps: JobDeps & { node: Node }): () => void {
  return runOnLeader(deps, {
    failure: 'the sweep of assignments failed',
    everyMs: sweepEveryMs,
    run: () => sweepAssignments(deps),
  });
}

export async function sweepAssignments(deps: JobDeps): Promise<void> {
  for (const { id, is_over } of await selectOverdue(deps.db)) {
    await attempt(deps, id, () => (is_over ? endDue(deps, id) : activate(deps, id)));
  }
  for (const unopened of await selectUnopened(deps.db)) {
    const open = () => inTransaction(deps.db, (tx) => prepareForTenant(tx, unopened));
    await attempt(deps, unopened.assignment_id, open);
  }
}

/** Logs a failure instead of throwing it, so that the sweep goes on with the next assignment. */
async function attempt(
  deps: { log: Log },
  assignment_id: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn({ err: error, assignment_id }, 'an assignment could not be updated');
  }
}
