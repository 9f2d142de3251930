// Jobs and the sweep of orders.
import { hasStaleHolds } from '../assignments/assignments.ts';
import { handleTask, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { resolveIncidents } from './failed-rentals.ts';
import { expireHoldTask, reservationEndedTask } from './orders.tasks.ts';
import { expireHolds, type OrdersDeps } from './orders.ts';
import { sendRentalMails } from './rental-mails.ts';
import { mailReservationEnded } from './reservations.ts';

export function orderTasks(deps: OrdersDeps & { config: { publicUrl: string } }): TaskHandler[] {
  return [
    handleTask(expireHoldTask, () => expireHolds(deps)),
    handleTask(reservationEndedTask, ({ order_id }) => mailReservationEnded(deps, order_id), 'background'),
  ];
}

type SweepDeps = OrdersDeps & { config: { publicUrl: string }; log: Log };

const sweepEveryMs = 5_000;

/** Runs the sweep on the leader; returns the function that stops it. */
export function startOrderSweep(deps: SweepDeps & { node: Node }): () => void {
  return runOnLeader(deps, {
    failure: 'the sweep of rentals failed',
    everyMs: sweepEveryMs,
    run: () => sweepOrders(deps),
  });
}

/** Runs each part even when another one fails. Never throws. */
export async function sweepOrders(deps: SweepDeps): Promise<void> {
  for (const part of [freeStale, resolveIncidents, sendRentalMails]) {
    try {
      await part(deps);
    } catch (error) {
      deps.log.warn({ err: error, part: part.name }, 'the sweep of rentals failed');
    }
  }
}

/** Each hold has a job that releases it on time. This handles holds whose job was lost or ran too early. */
async function freeStale(deps: OrdersDeps): Promise<void> {
  if (await hasStaleHolds(deps.db)) await expireHolds(deps);
}
