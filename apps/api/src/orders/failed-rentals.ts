// Resolves incidents of bought rentals whose phone can't be used, and mails their customers.
import {
  type IncidentOutcome,
  listIncidents,
  lockStock,
  resolveIncident,
  type Swapped,
  swapDevice,
} from '../assignments/assignments.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { buyerOf } from './buyer.ts';
import { abandonOpenExtensions } from './extensions.ts';
import { type EndedBy, mailChoice, mailEnded, mailExchanged } from './incident-mails.ts';
import { updateExtendsTarget } from './order-extensions.sql.ts';
import { orderChanged } from './orders.events.ts';
import { undeliveredTask } from './orders.tasks.ts';
import { freeStaleHolds } from './place-order.ts';
import { listBought, undeliveredCents } from './undelivered.ts';

const incidentsAtOnce = 100;

type IncidentDeps = { db: Db; config: { publicUrl: string } };

/** May run on several nodes at once. Takes the stock lock for one incident at a time. */
export async function resolveIncidents(deps: IncidentDeps & { log: Log }): Promise<void> {
  for (const id of await listIncidents(deps.db, incidentsAtOnce)) {
    try {
      await inTransaction(deps.db, (tx) => resolveOne(deps, tx, id));
    } catch (error) {
      deps.log.warn({ err: error, assignment_id: id }, 'the incident of a rental could not be resolved');
    }
  }
}

async function resolveOne(deps: IncidentDeps, tx: Tx, assignmentId: string): Promise<void> {
  await lockStock(tx);
  await freeStaleHolds(tx);
  // An unpaid extension holds time on the old phone. It is abandoned only if the rental really moves.
  const outcome = await resolveIncident(tx, assignmentId, () => abandonOpenExtensions(tx, assignmentId));
  if (outcome.kind === 'choice_opened') {
    await mailChoice(deps, tx, assignmentId, outcome);
    // The customer's open pages show the choice at once.
    await publish(tx, orderChanged, { order_id: outcome.order_id, ...buyerOf(outcome) });
  }
  await finishIncident(deps, tx, assignmentId, outcome);
}

/** The refund and the mails that follow from an outcome. */
export async function finishIncident(
  deps: IncidentDeps,
  tx: Tx,
  assignmentId: string,
  outcome: IncidentOutcome & { by?: EndedBy },
): Promise<void> {
  if (outcome.kind === 'exchanged') {
    await updateExtendsTarget(tx, outcome.old_id, outcome.new_id);
    await mailExchanged(deps, tx, outcome);
  }
  if (outcome.kind === 'not_started' || outcome.kind === 'phone_failed') {
    const { kind: reason, unused } = outcome;
    await enqueue(tx, undeliveredTask, { assignment_id: assignmentId, reason, unused }, { maxAttempts: 25 });
    const bought = await listBought(tx, assignmentId);
    const cents = undeliveredCents(bought, reason === 'not_started' ? undefined : unused);
    const ended = { ...outcome, assignment_id: assignmentId };
    await mailEnded(deps, tx, ended, { reason, cents, by: outcome.by ?? 'us' });
  }
}

/**
 * Our team gives a tenant another phone: `to.deviceId`, or the best free one of the rental's model. Throws what `swapDevice`
 * throws.
 */
export async function swapPhone(
  deps: { config: { publicUrl: string } },
  tx: Tx,
  assignmentId: string,
  to: { deviceId: string | undefined; note: string },
): Promise<Swapped> {
  const swapped = await moveRental(tx, assignmentId, {
    device_id: to.deviceId,
    by: 'by_team',
    note: to.note,
  });
  if (swapped.was_running) await mailExchanged(deps, tx, swapped);
  return swapped;
}

/** Takes the stock lock. Throws what `swapDevice` throws. */
export async function moveRental(
  tx: Tx,
  assignmentId: string,
  to: Parameters<typeof swapDevice>[2],
): Promise<Swapped> {
  await lockStock(tx);
  await freeStaleHolds(tx);
  await abandonOpenExtensions(tx, assignmentId);
  const swapped = await swapDevice(tx, assignmentId, to);
  if (swapped.was_running) await updateExtendsTarget(tx, swapped.old_id, swapped.new_id);
  return swapped;
}
