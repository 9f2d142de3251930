// Refunds: whole or partial, never more than was charged, and none for a charge that is disputed or that a bank has reversed
// (docs.stripe.com/error-codes, charge_disputed). Two test cards have banks that decide later
// (docs.stripe.com/testing, refunds).
import { z } from 'zod';
import type { IntentDeps } from './intents.ts';
import { getIntent, metadata, parse } from './intents.ts';
import { invalidRequest, missing, newId, type Refund, seconds } from './objects.ts';

/** The first and the final status of a refund, by the card's last four digits. */
const laterOutcomes: Readonly<
  Record<string, readonly [at_first: Refund['status'], later: Refund['status']]>
> = {
  '7726': ['pending', 'succeeded'],
  '5126': ['succeeded', 'failed'],
};
const bankTakesS = 60;

const createBody = z.object({
  payment_intent: z.string().max(100),
  amount: z.coerce.number().int().min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
});

export function createRefund(deps: IntentDeps, body: unknown): Refund {
  const input = parse(createBody, body);
  const intent = getIntent(deps, input.payment_intent);
  const charge = intent.latest_charge === null ? undefined : deps.store.find('charge', intent.latest_charge);
  if (charge === undefined) {
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.');
  }
  const isDisputed = deps.store
    .list('dispute')
    .some((dispute) => dispute.charge === charge.id && dispute.status !== 'won');
  if (isDisputed) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = input.amount ?? left;
  if (amount > left) {
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' });
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: intent.id,
    created: seconds(deps),
    metadata: input.metadata,
    reason: input.reason ?? null,
    status: laterOutcomes[charge.payment_method_details.card.last4]?.[0] ?? 'succeeded',
  };
  deps.store.put('refund', refund);
  const refunded = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
  deps.store.put('charge', refunded);
  deps.emit('refund.created', refund);
  deps.emit('charge.refunded', refunded);
  return refund;
}

/** Applies the banks' decisions that are due. */
export function decideRefunds(deps: IntentDeps): void {
  for (const refund of deps.store.list('refund')) {
    const charge = deps.store.find('charge', refund.charge);
    const [atFirst, later] = laterOutcomes[charge?.payment_method_details.card.last4 ?? ''] ?? [];
    const isDecided = refund.status === atFirst && seconds(deps) - refund.created >= bankTakesS;
    if (charge === undefined || later === undefined || !isDecided) continue;
    const decided: Refund = { ...refund, status: later };
    deps.store.put('refund', decided);
    if (later === 'failed') {
      const amount_refunded = charge.amount_refunded - refund.amount;
      deps.store.put('charge', { ...charge, amount_refunded, refunded: false });
    }
    deps.emit(later === 'failed' ? 'refund.failed' : 'refund.updated', decided);
  }
}

export function getRefund(deps: IntentDeps, id: string): Refund {
  const refund = deps.store.find('refund', id);
  if (refund === undefined) throw missing('refund', id);
  return refund;
}
