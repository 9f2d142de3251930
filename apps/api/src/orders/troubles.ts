// Looks after bought rentals whose phone can't be used, and tells their customers (spec-decisions 21).
import { brand } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import {
  easeTrouble,
  listSwappable,
  listTroubles,
  lockStock,
  noteUnusable,
  type Swapped,
  swapDevice,
} from '../assignments/assignments.ts';
import { type MailContent, queueMail } from '../mail/mail.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { dropOpenExtensions } from './extensions.ts';
import { freeStaleHolds } from './holds.ts';
import { updateExtendsTarget } from './orders.sql.ts';
import { type UndeliveredRental, undeliveredTask } from './orders.tasks.ts';
import { listBought, undeliveredCents } from './undelivered.ts';

const atOnce = 100;

type TroubleDeps = { db: Db; config: { publicUrl: string } };

/** One look at all of them; may run on every node at once. The stock's lock is taken for each that can be helped. */
export async function easeTroubles(deps: TroubleDeps & { log: Log }): Promise<void> {
  await noteUnusable(deps.db);
  const troubled = [...(await listTroubles(deps.db, atOnce)), ...(await listSwappable(deps.db, atOnce))];
  for (const id of troubled) {
    try {
      await inTransaction(deps.db, (tx) => easeOne(deps, tx, id));
    } catch (error) {
      deps.log.warn({ err: error, assignment_id: id }, 'a rental in trouble could not be helped');
    }
  }
}

async function easeOne(deps: TroubleDeps, tx: Tx, assignmentId: string): Promise<void> {
  await lockStock(tx);
  await freeStaleHolds(tx);
  // An unpaid extension stands in the way of a move, but stays while there is none.
  const outcome = await easeTrouble(tx, assignmentId, () => dropOpenExtensions(tx, assignmentId));
  if (outcome.kind === 'exchanged') {
    await updateExtendsTarget(tx, outcome.old_id, outcome.new_id);
    await tellExchanged(deps, tx, outcome.user_id);
  }
  if (outcome.kind === 'not_started' || outcome.kind === 'phone_failed') {
    const { kind: reason, unused, user_id } = outcome;
    await enqueue(tx, undeliveredTask, { assignment_id: assignmentId, reason, unused }, { maxAttempts: 25 });
    const bought = await listBought(tx, assignmentId);
    const cents = undeliveredCents(bought, reason === 'not_started' ? undefined : unused);
    await tellEnded(deps, tx, user_id, { reason, isRefunded: cents > 0 });
  }
}

/** Our team gives a tenant another phone, the best free one where none is named. Throws what `swapDevice` throws. */
export async function swapPhone(
  deps: { config: { publicUrl: string } },
  tx: Tx,
  assignmentId: string,
  deviceId: string | undefined,
): Promise<Swapped> {
  await lockStock(tx);
  await freeStaleHolds(tx);
  await dropOpenExtensions(tx, assignmentId);
  const swapped = await swapDevice(tx, assignmentId, deviceId);
  if (swapped.was_running) {
    await updateExtendsTarget(tx, swapped.old_id, swapped.new_id);
    await tellExchanged(deps, tx, swapped.user_id);
  }
  return swapped;
}

async function tellEnded(
  deps: TroubleDeps,
  tx: Tx,
  userId: string,
  { reason, isRefunded }: { reason: UndeliveredRental['reason']; isRefunded: boolean },
): Promise<void> {
  const user = await getUser({ db: tx }, userId);
  const why =
    reason === 'not_started'
      ? 'We could not give you a working phone, so this rental of one phone is over. We are sorry.'
      : 'One of your phones has failed and no other was free, so its rental is over. We are sorry.';
  const money = isRefunded
    ? 'What you have paid for and did not get is refunded. We write to you again with the amount.'
    : 'Less than a whole day of it was left, so there is nothing to refund.';
  const content: MailContent = {
    subject: 'The rental of one of your phones is over',
    greeting: `Hello ${user.first_name},`,
    paragraphs: [why, money],
    button: { label: 'See your orders', url: `${deps.config.publicUrl}/history` },
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
  await queueMail(tx, { to: user.email, template: 'rental_failed', content });
}

async function tellExchanged(deps: { config: { publicUrl: string } }, tx: Tx, userId: string): Promise<void> {
  const user = await getUser({ db: tx }, userId);
  const content: MailContent = {
    subject: 'We have exchanged one of your phones',
    greeting: `Hello ${user.first_name},`,
    paragraphs: [
      'One of your phones has failed. Another phone takes its place for the rest of your rental. We are preparing it now, and write to you as soon as you can use it. It is empty: what was on the failed phone could not be moved.',
    ],
    button: { label: 'Go to your phones', url: `${deps.config.publicUrl}/devices` },
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
  await queueMail(tx, { to: user.email, template: 'phone_exchanged', content });
}
