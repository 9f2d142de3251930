// Refunds: whole or partial, never above what was charged.
import { z } from 'zod';
import type { IntentDeps } from './intents.ts';
import { getIntent, metadata, newId, parse, seconds } from './intents.ts';
import { invalidRequest, missing, type Refund } from './objects.ts';

const createBody = z.object({
  payment_intent: z.string().max(100),
  amount: z.coerce.number().int().min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
});

export function createRefund(deps: IntentDeps, body: unknown): Refund {
  const wish = parse(createBody, body);
  const intent = getIntent(deps, wish.payment_intent);
  const charge = intent.latest_charge === null ? undefined : deps.store.find('charge', intent.latest_charge);
  if (charge === undefined) {
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.');
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = wish.amount ?? left;
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
    metadata: wish.metadata,
    reason: wish.reason ?? null,
    status: 'succeeded',
  };
  deps.store.put('refund', refund);
  const refunded = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
  deps.store.put('charge', refunded);
  deps.emit('refund.created', refund);
  deps.emit('charge.refunded', refunded);
  return refund;
}

export function getRefund(deps: IntentDeps, id: string): Refund {
  const refund = deps.store.find('refund', id);
  if (refund === undefined) throw missing('refund', id);
  return refund;
}
