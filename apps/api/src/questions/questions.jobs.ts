// Questions end by themselves: at their time by a job; when the job was lost, or when the asker's right has ended without a
// trigger, by the leader's sweep.
import type { Db } from '../platform/database.ts';
import { handleCrontab, handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { deleteOldQuestions, updateOverdue } from './questions.sql.ts';
import { closeTask } from './questions.tasks.ts';

type Deps = { db: Db };

const sweepEveryMs = 1_000;
const closedAtOnce = 200;
/** A question may hold what is on a phone: it is kept no longer than somebody looks back for it. */
const keptDays = 7;
const deletedAtOnce = 1_000;
const mostDeletions = 1_000;

export function questionTasks({ db }: Deps): TaskHandler[] {
  return [
    handleTask(closeTask, () => sweepQuestions({ db })),
    handleCrontab('delete_old_questions', '45 3 * * *', () => deleteOld(db)),
  ];
}

/** Returns how to stop it. */
export function startQuestionSweep(deps: Deps & { node: Node; log: Log }): () => void {
  return runOnLeader(deps, {
    everyMs: sweepEveryMs,
    run: () => sweepQuestions(deps),
    failure: 'open questions could not be checked',
  });
}

export async function sweepQuestions({ db }: Deps): Promise<void> {
  await updateOverdue(db, closedAtOnce);
}

async function deleteOld(db: Db): Promise<void> {
  for (let round = 0; round < mostDeletions; round += 1) {
    if ((await deleteOldQuestions(db, keptDays, deletedAtOnce)) < deletedAtOnce) return;
  }
}
