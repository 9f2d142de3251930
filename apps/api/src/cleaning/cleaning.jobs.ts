// What cleanings do when their time comes: a job for each step. The leader sweeps up what a crash or lost news left; the
// node that holds a host's link follows its devices.
import { devicesChanged } from '../devices/devices.events.ts';
import { commandAnsweredTask } from '../devices/devices.ts';
import type { Events } from '../platform/events.ts';
import { handleTask, type TaskHandler } from '../platform/jobs.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { selectDue, selectOpenOf } from './cleaning.sql.ts';
import { advanceTask } from './cleaning.tasks.ts';
import { beginMissing } from './cleaning.ts';
import { advanceCleaning, type StepDeps, takeAnswer } from './cleaning-steps.ts';

export function cleaningTasks(deps: StepDeps): TaskHandler[] {
  return [
    handleTask(advanceTask, ({ cleaning_id }) => advanceCleaning(deps, cleaning_id)),
    handleTask(commandAnsweredTask, (result) => takeAnswer(deps, result)),
  ];
}

const sweepEveryMs = 5_000;

/** Also follows devices that come, or come back. Returns how to stop. */
export function startCleanings(deps: StepDeps & { events: Events; node: Node }): () => void {
  const failure = 'cleanings could not be looked after';
  const stopSweep = runOnLeader(deps, { failure, everyMs: sweepEveryMs, run: () => sweepCleanings(deps) });
  const stopListening = deps.events.on(devicesChanged, ({ device_ids, node_id }) => {
    if (node_id !== deps.node.id) return;
    lookAfter(deps, device_ids).catch((error) => deps.log.warn({ err: error }, failure));
  });
  return () => {
    stopSweep();
    stopListening();
  };
}

export async function sweepCleanings(deps: StepDeps): Promise<void> {
  await beginMissing(deps.db, 'all');
  await advanceEach(deps, await selectDue(deps.db));
}

async function lookAfter(deps: StepDeps, deviceIds: readonly string[]): Promise<void> {
  await beginMissing(deps.db, deviceIds);
  await advanceEach(deps, await selectOpenOf(deps.db, deviceIds));
}

/** One that fails leaves those behind it their turn; its own job tries it again. */
async function advanceEach(deps: StepDeps, cleaningIds: readonly string[]): Promise<void> {
  for (const cleaning_id of cleaningIds) {
    try {
      await advanceCleaning(deps, cleaning_id);
    } catch (error) {
      deps.log.warn({ err: error, cleaning_id }, 'a cleaning could not be advanced');
    }
  }
}
