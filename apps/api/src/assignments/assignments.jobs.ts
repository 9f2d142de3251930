// What happens to assignments when their time comes. The job of each assignment acts at its instant; the leader's
// sweep catches what a lost or early job has left.
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
  if (await activateAssignment(deps, assignment_id)) deps.log.info({ assignment_id }, 'a rental has begun');
}

async function endDue(deps: JobDeps, assignment_id: string): Promise<void> {
  if (await endAssignment(deps, assignment_id, 'due')) deps.log.info({ assignment_id }, 'a rental has ended');
}

const sweepEveryMs = 1_000;

/** Returns how to stop it. */
export function startAssignmentSweep(deps: JobDeps & { node: Node }): () => void {
  return runOnLeader(deps, {
    failure: 'assignments could not be swept',
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

/** One that can't be changed leaves those behind it their turn. */
async function attempt(
  deps: { log: Log },
  assignment_id: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn({ err: error, assignment_id }, 'an assignment could not be brought up to date');
  }
}
