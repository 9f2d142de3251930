// Resolves incidents of bought rentals whose phone can't be used, and mails their customers (spec-decisions 21).
import { brand } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import {
  getReplacement,
  listIncidents,
  lockStock,
  resolveIncident,
  type Swapped,
  swapDevice,
} from '../assignments/assignments.ts';
import { type MailContent, queueMail } from '../mail/mail.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { abandonOpenExtensions } from './extensions.ts';
import { instantText } from './instant-text.ts';
import { updateExtendsTarget } from './order-extensions.sql.ts';
import { type UndeliveredRental, undeliveredTask } from './orders.tasks.ts';
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
  if (outcome.kind === 'exchanged') {
    await updateExtendsTarget(tx, outcome.old_id, outcome.new_id);
    await mailExchanged(deps, tx, outcome, 'failed');
  }
  if (outcome.kind === 'not_started' || outcome.kind === 'phone_failed') {
    const { kind: reason, unused, user_id } = outcome;
    await enqueue(tx, undeliveredTask, { assignment_id: assignmentId, reason, unused }, { maxAttempts: 25 });
    const bought = await listBought(tx, assignmentId);
    const cents = undeliveredCents(bought, reason === 'not_started' ? undefined : unused);
    await mailEnded(deps, tx, user_id, { reason, isRefunded: cents > 0 });
  }
}

/** Our team gives a tenant another phone: `deviceId`, or the best free one. Throws what `swapDevice` throws. */
export async function swapPhone(
  deps: { config: { publicUrl: string } },
  tx: Tx,
  assignmentId: string,
  deviceId: string | undefined,
): Promise<Swapped> {
  await lockStock(tx);
  await freeStaleHolds(tx);
  await abandonOpenExtensions(tx, assignmentId);
  const swapped = await swapDevice(tx, assignmentId, deviceId);
  if (swapped.was_running) {
    await updateExtendsTarget(tx, swapped.old_id, swapped.new_id);
    await mailExchanged(deps, tx, swapped, 'exchanged by our team');
  }
  return swapped;
}

async function mailEnded(
  deps: IncidentDeps,
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
    ? 'We’ll refund what you paid for but couldn’t use, and email you the amount.'
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

async function mailExchanged(
  deps: { config: { publicUrl: string } },
  tx: Tx,
  exchange: { user_id: string; new_id: string },
  why: 'failed' | 'exchanged by our team',
): Promise<void> {
  const user = await getUser({ db: tx }, exchange.user_id);
  const { old_tag, new_tag, new_model, expires_at } = await getReplacement(tx, exchange.new_id);
  const end = expires_at === null ? '' : `, until ${instantText(expires_at)}`;
  const what = why === 'failed' ? `${old_tag} failed, so ${new_tag}` : `${new_tag}`;
  const whom = why === 'failed' ? 'it' : old_tag;
  const content: MailContent = {
    subject: `${new_tag} replaces ${old_tag}`,
    greeting: `Hello ${user.first_name},`,
    paragraphs: [
      `${what} (${new_model}) replaces ${whom} for the rest of your rental${end}. We’ll email you as soon as you can use it.`,
      `We couldn’t move your data, so ${new_tag} starts empty. If you gave ${old_tag} a label, ${new_tag} has it now.`,
    ],
    button: { label: 'Go to your phones', url: `${deps.config.publicUrl}/devices` },
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
  await queueMail(tx, { to: user.email, template: 'phone_exchanged', content });
}
