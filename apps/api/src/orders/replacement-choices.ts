// The customer's decision when a phone of the model that they chose has failed and no other is free (decision 095).
import type { ReplacementChoice } from '@pocketfleet/contract';
import {
  closeReplacementChoice,
  endUndelivered,
  findReplacementChoices,
  lockStock,
} from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { Reach } from '../platform/principal.ts';
import { buyerOf } from './buyer.ts';
import { abandonOpenExtensions } from './extensions.ts';
import { finishIncident, moveRental } from './failed-rentals.ts';
import { mailExchanged } from './incident-mails.ts';
import { orderChanged } from './orders.events.ts';
import { refundOf } from './undelivered.ts';

type ChoiceDeps = { db: Db; config: { publicUrl: string }; log: Log };
type Chosen = { choice: 'model'; model: string } | { choice: 'refund' };

/** The customer's open choices, the most urgent first. */
export async function listReplacementChoices(deps: { db: Db }, buyer: Reach): Promise<ReplacementChoice[]> {
  const found = await findReplacementChoices(deps.db, buyer, null);
  return Promise.all(
    found.map(async (choice) => ({
      assignment_id: choice.assignment_id,
      device_id: choice.device_id,
      tag: choice.tag,
      model: choice.model,
      order_number: choice.order_number,
      starts_at: choice.starts_at,
      expires_at: choice.expires_at,
      decide_by: choice.decide_by,
      refund_amount: await refundOf(deps.db, choice),
      models: choice.models,
    })),
  );
}

/**
 * Throws not_found for a rental of somebody else, conflict when there is nothing to choose any more, and short_of_phones
 * when the model was taken meanwhile: then the choice stays open.
 */
export async function chooseReplacement(
  deps: ChoiceDeps,
  buyer: Reach,
  assignmentId: string,
  chosen: Chosen,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    const [open] = await findReplacementChoices(tx, buyer, assignmentId);
    if (open === undefined) {
      throw new AppError('conflict', {
        detail: 'There is nothing to choose for this phone any more. Reload the page to see what happened.',
      });
    }
    if (chosen.choice === 'model') await takeModel(deps, tx, assignmentId, chosen.model);
    else await takeRefund(deps, tx, assignmentId);
    await publish(tx, orderChanged, { order_id: open.order_id, ...buyerOf(open) });
  });
  deps.log.info(
    { assignment_id: assignmentId, choice: chosen.choice },
    'a customer chose for a failed phone',
  );
}

async function takeModel(deps: ChoiceDeps, tx: Tx, assignmentId: string, model: string): Promise<void> {
  const swapped = await moveRental(tx, assignmentId, { model, by: 'other_model' });
  if (swapped.was_running) await mailExchanged(deps, tx, swapped);
}

async function takeRefund(deps: ChoiceDeps, tx: Tx, assignmentId: string): Promise<void> {
  await abandonOpenExtensions(tx, assignmentId);
  await closeReplacementChoice(tx, assignmentId, 'refund');
  const outcome = await endUndelivered(tx, assignmentId);
  await finishIncident(deps, tx, assignmentId, { ...outcome, by: 'customer' });
}
