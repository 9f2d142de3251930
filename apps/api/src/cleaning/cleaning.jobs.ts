// What cleanings do when their time comes: jobs for each step, and a sweep for what a crash or lost news left.
import { devicesChanged } from '../devices/devices.events.ts';
import { commandAnsweredTask } from '../devices/devices.ts';
import type { Events } from '../platform/events.ts';
import { handleTask, type TaskHandler } from '../platform/jobs.ts';
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
export function startCleanings(deps: StepDeps & { events: Events }): () => void {
  const run = (work: Promise<void>): void => {
    work.catch((error) => deps.log.warn({ err: error }, 'cleanings could not be looked after'));
  };
  const timer = setInterval(() => run(sweepCleanings(deps)), sweepEveryMs);
  const stopListening = deps.events.on(devicesChanged, ({ device_ids }) => run(lookAfter(deps, device_ids)));
  return () => {
    clearInterval(timer);
    stopListening();
  };
}

async function sweepCleanings(deps: StepDeps): Promise<void> {
  await beginMissing(deps.db, 'all');
  for (const id of await selectDue(deps.db)) await advanceCleaning(deps, id);
}

async function lookAfter(deps: StepDeps, deviceIds: readonly string[]): Promise<void> {
  await beginMissing(deps.db, deviceIds);
  for (const id of await selectOpenOf(deps.db, deviceIds)) await advanceCleaning(deps, id);
}
