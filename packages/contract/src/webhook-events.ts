// The data of each event: the bodies of deliveries and of `/ws/webhooks`. A later version may say more, in further fields and
// further types.
import { z } from 'zod';
import { id, instant } from './fields.ts';
import type { WebhookEvent } from './webhooks.ts';

const phone = z.object({ id, tag: z.string(), model: z.string() });

const rental = z.object({
  assignment_id: id,
  phone,
  /** Null for a rental that our team has given without an order. */
  order_id: id.nullable(),
  starts_at: instant,
  /** Null for an open end. */
  ends_at: instant.nullable(),
});

const order = z.object({
  order_id: id,
  number: z.string(),
  phone_count: z.number().int(),
  /** Integer cents. */
  amount: z.number().int(),
  currency: z.string(),
  start_date: instant,
  end_date: instant,
});

/** The field `data` of each type. */
export const webhookData = {
  'order.paid': order,
  'order.refunded': z.object({
    order_id: id,
    number: z.string(),
    refund_id: id,
    amount: z.number().int(),
    currency: z.string(),
  }),
  'request.quoted': order.extend({ valid_until: instant }),
  'rental.started': rental,
  /** `hours`: how many are left, 24 or 1. */
  'rental.ending': rental.extend({ hours: z.number().int() }),
  'rental.ended': rental.extend({ ended_at: instant, reason: z.string() }),
  'phone.offline': rental,
  'phone.online': rental,
  'phone.replaced': rental.extend({ replaces_assignment_id: id, replaced_phone: phone }),
  'cleaning.proved': z.object({ assignment_id: id, phone, proved_at: instant }),
  'key.expiring': z.object({ key_id: id, name: z.string(), last_four: z.string(), expires_at: instant }),
  /** A program wrote `question`, `choices` and `default`: untrusted text. */
  'human.asked': z.object({
    question_id: id,
    phone,
    asker: z.object({ kind: z.enum(['key', 'program']), id, name: z.string() }),
    question: z.string(),
    choices: z.array(z.string()),
    default: z.string().nullable(),
    asked_at: instant,
    expires_at: instant,
  }),
} as const satisfies Record<WebhookEvent, z.ZodType>;

/** The meaning of each type, for the reference. */
export const webhookSummaries: { readonly [Type in WebhookEvent]: string } = {
  'order.paid': 'An order was paid.',
  'order.refunded': 'Money of an order was given back.',
  'request.quoted': 'Our team has named a price for a sales request.',
  'rental.started': 'A phone is prepared and open to you.',
  'rental.ending': 'A rental ends in 24 hours, or in one.',
  'rental.ended': 'A rental has ended.',
  'phone.offline': 'A rented phone can’t be reached.',
  'phone.online': 'A rented phone can be reached again.',
  'phone.replaced': 'Another phone has taken the place of one that failed.',
  'cleaning.proved': 'A returned phone is proven clean.',
  'key.expiring': 'A key ends soon.',
  'human.asked': 'A program asks people something about a phone.',
};

/** An event of a type, as it is sent. `test` is there in test events only. */
export type WebhookMessage<Type extends WebhookEvent = WebhookEvent> = {
  [Each in Type]: {
    type: Each;
    timestamp: string;
    data: z.output<(typeof webhookData)[Each]>;
    test?: boolean | undefined;
  };
}[Type];

/** Any event, also of a type that is newer than this schema. */
export const webhookMessage = z.looseObject({
  type: z.string(),
  timestamp: instant,
  data: z.looseObject({}),
  test: z.boolean().optional(),
});
