// What happens to orders later.
import { hasStaleHolds } from '../assignments/assignments.ts';
import { handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { tellNews } from './news.ts';
import { expireHoldTask } from './orders.tasks.ts';
import { expireHolds, type OrdersDeps } from './orders.ts';
import { easeTroubles } from './troubles.ts';

export function orderTasks(deps: OrdersDeps): TaskHandler[] {
  return [handleTask(expireHoldTask, () => expireHolds(deps))];
}

type SweepDeps = OrdersDeps & { config: { publicUrl: string }; log: Log };

const sweepEveryMs = 5_000;

/** Looks after running rentals and tells their customers, on the leader; returns how to stop it. */
export function startOrderSweep(deps: SweepDeps & { node: Node }): () => void {
  return runOnLeader(deps, {
    failure: 'rentals could not be looked after',
    everyMs: sweepEveryMs,
    run: () => sweepOrders(deps),
  });
}

/** Each part on its own: one that fails leaves the others their turn. Never throws. */
export async function sweepOrders(deps: SweepDeps): Promise<void> {
  for (const part of [freeStale, easeTroubles, tellNews]) {
    try {
      await part(deps);
    } catch (error) {
      deps.log.warn({ err: error, part: part.name }, 'rentals could not be looked after');
    }
  }
}

/** Each hold's job frees it at its instant; this catches what a lost or early job has left. */
async function freeStale(deps: OrdersDeps): Promise<void> {
  if (await hasStaleHolds(deps.db)) await expireHolds(deps);
}
