// Jobs of cleanings: one for each step. The leader's sweep continues cleanings after crashes and lost events. The node that
// has a host's link also reacts to changes of its devices.
import { devicesChanged } from '../devices/devices.events.ts';
import { commandAnsweredTask } from '../devices/devices.ts';
import type { Events } from '../platform/events.ts';
import { handleTask, type TaskHandler } from '../platform/jobs.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { selectDue, selectOpenOf } from './cleaning.sql.ts';
import { advanceTask } from './cleaning.tasks.ts';
import { startMissing } from './cleaning.ts';
import { advanceCleaning, applyCommandResult, type StepDeps } from './cleaning-steps.ts';

export function cleaningTasks(deps: StepDeps): TaskHandler[] {
  return [
    handleTask(advanceTask, ({ cleaning_id }) => advanceCleaning(deps, cleaning_id)),
    handleTask(commandAnsweredTask, (result) => applyCommandResult(deps, result)),
  ];
}

const sweepEveryMs = 5_000;

/** Starts the sweep, and listens for devices that come online. Returns the function that stops both. */
export function startCleanings(deps: StepDeps & { events: Events; node: Node }): () => void {
  const failure = 'cleanings could not be advanced';
  const stopSweep = runOnLeader(deps, { failure, everyMs: sweepEveryMs, run: () => sweepCleanings(deps) });
  const stopListening = deps.events.on(devicesChanged, ({ device_ids, node_id }) => {
    if (node_id !== deps.node.id) return;
    advanceOfDevices(deps, device_ids).catch((error) => deps.log.warn({ err: error }, failure));
  });
  return () => {
    stopSweep();
    stopListening();
  };
}

export async function sweepCleanings(deps: StepDeps): Promise<void> {
  await startMissing(deps.db, 'all');
  await advanceEach(deps, await selectDue(deps.db));
}

async function advanceOfDevices(deps: StepDeps, deviceIds: readonly string[]): Promise<void> {
  await startMissing(deps.db, deviceIds);
  await advanceEach(deps, await selectOpenOf(deps.db, deviceIds));
}

/** Continues after a failure. The failed cleaning is retried by its own job. */
async function advanceEach(deps: StepDeps, cleaningIds: readonly string[]): Promise<void> {
  for (const cleaning_id of cleaningIds) {
    try {
      await advanceCleaning(deps, cleaning_id);
    } catch (error) {
      deps.log.warn({ err: error, cleaning_id }, 'a cleaning could not be advanced');
    }
  }
}
