// Parses a signed webhook of the payment provider. An event of an unknown shape is refused as a whole, so that it is never
// stored in part.
import { z } from 'zod';

/** Only a hint: the intent is read again before anything is done. */
export type PaymentEvent = {
  id: string;
  type: string;
  intent_id: string | undefined;
  /** The order that the payment intent names. */
  order_id: string | undefined;
  dispute: ToldDispute | undefined;
};

/** The dispute in an event. Amount in integer cents; events that were stored by old versions have the id alone. */
export type ToldDispute = z.infer<typeof disputeObject>;

const providerId = z.string().max(255).regex(/^\w+$/);

const signedEvent = z.object({
  id: providerId,
  object: z.literal('event'),
  // The fields that we read are the same in all API versions of Stripe.
  api_version: z.string().max(100).nullish(),
  type: z
    .string()
    .max(100)
    .regex(/^[\w.]+$/),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

const moneyObject = z.object({
  id: providerId,
  object: z.string(),
  payment_intent: providerId.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const disputeObject = z.object({
  id: providerId,
  amount: z.number().int().positive().optional(),
  reason: z.string().max(100).optional(),
});

/** Throws a ZodError for an unknown shape. */
export function readEvent(event: unknown): PaymentEvent {
  const { id, type, data } = signedEvent.parse(event);
  const isOfMoney = /^(?:payment_intent|charge|refund)\./.test(type);
  const money = isOfMoney ? moneyObject.parse(data.object) : moneyObject.safeParse(data.object).data;
  const isIntent = money?.object === 'payment_intent';
  return {
    id,
    type,
    intent_id: isIntent ? money.id : (money?.payment_intent ?? undefined),
    order_id: isIntent ? z.uuid().safeParse(money.metadata?.['order_id']).data : undefined,
    dispute: type.startsWith('charge.dispute.') ? disputeObject.parse(data.object) : undefined,
  };
}
