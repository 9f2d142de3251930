// Orders and their payment: spec sections 3, 5 and 7.
import { z } from 'zod';
import { assignmentState } from './devices.ts';
import { givenInstant, id, instant, okResponse, pageFields, pageQuery } from './fields.ts';
import { chosenModel } from './models.ts';
import { refund } from './refunds.ts';
import { availability } from './refusal-details.ts';
import { defineRoute, fileResponse } from './route.ts';

export const orderState = z.enum([
  'requested',
  'quoted',
  'awaiting_payment',
  'paid',
  'cancelled',
  'expired',
  'lost',
]);
export type OrderState = z.infer<typeof orderState>;

export const periodUnit = z.enum(['day', 'week', 'month'], { error: 'Invalid rental period' });

export const numberOfPeriods = z
  .number({ error: 'Invalid rental period' })
  .int('Invalid rental period')
  .min(1, 'Invalid rental period')
  .max(12, 'Invalid rental period');

const selectionFields = {
  phone_count: z
    .number({ error: 'Select between 1 and 50 phones' })
    .int('Select between 1 and 50 phones')
    .min(1, 'Select between 1 and 50 phones')
    .max(50, 'Select between 1 and 50 phones'),
  start_date: givenInstant,
  period: periodUnit,
  number_of_periods: numberOfPeriods,
  /** Which phones are of which model, each once; the others may be any. For availability `[]` asks for all counts. */
  models: z
    .array(chosenModel, { error: 'Give a list of models' })
    .max(20, 'Choose at most 20 models')
    .optional(),
};

export const validateAvailability = defineRoute({
  method: 'POST',
  path: '/orders/validate-phone-availability',
  caller: 'customer',
  needs: ['rent'],
  summary: 'How many phones are free for a period, of each model where `models` is given. Promises nothing.',
  body: z.object(selectionFields),
  response: availability,
});

export const order = z.object({
  id,
  number: z.string(),
  state: orderState,
  phone_count: z.number().int(),
  start_date: instant,
  end_date: instant,
  period: periodUnit,
  number_of_periods: z.number().int(),
  currency: z.literal('usd'),
  /** Integer cents. */
  amount: z.number().int().nonnegative(),
  created_at: instant,
  paid_at: instant.nullable(),
  /** The assignment that this order lengthens; null for a rental of its own. */
  extends_assignment_id: id.nullable(),
  /** It lengthens several assignments, which are its `phones`. A node of an older version leaves it out. */
  extends_many: z.boolean().optional(),
  /** The models that were chosen; a node of an older version leaves it out. */
  models: z.array(chosenModel).optional(),
});
export type Order = z.infer<typeof order>;

/** An order as its customer sees it, with what happened to its money. */
export const orderWithMoney = order.extend({
  /** `open` waits for the card, `processing` for the bank. */
  payment_status: z.enum(['none', 'open', 'processing', 'succeeded']),
  refunds: z.array(refund),
  /** Cents of `amount` that were or are being refunded, without the refund of a second charge (`paid_twice`). */
  refunded_amount: z.number().int().nonnegative(),
  /**
   * Cents that cancelling would give back: what neither we nor a bank gave back of the order, and of what lengthens
   * its phones. 0 while it can't be cancelled; a node of an older version leaves it out.
   */
  refundable_amount: z.number().int().nonnegative().optional(),
  /** The refund of cancelling waits for a bank's decision. A node of an older version leaves it out. */
  is_refund_held: z.boolean().optional(),
  /** True when `GET /orders/{id}/receipt.pdf` has a receipt. */
  has_receipt: z.boolean(),
  /** Paid and not yet begun: may be cancelled against a refund of `refundable_amount`. */
  can_cancel: z.boolean(),
  /** May be paid by card with `POST /orders/{id}/create-payment-intent`, which holds its phones again if need be. */
  can_pay: z.boolean(),
  /** The end of its hold; null without one. */
  hold_expires_at: instant.nullable(),
  /** Our team's quote, whose price is `amount`; null for an order without one. */
  quote: z
    .object({
      note: z.string(),
      valid_until: instant,
      is_valid: z.boolean(),
      /** Until then its phones are reserved; null when they aren't. A node of an older version leaves it out. */
      reserved_until: instant.nullable().optional(),
      /** When the customer asked for other dates at its price. A node of an older version leaves it out. */
      new_dates_asked_at: instant.nullable().optional(),
    })
    .nullable(),
});
export type OrderWithMoney = z.infer<typeof orderWithMoney>;

/** A phone of an order; its tag and model may change until its start. */
export const orderedPhone = z.object({
  assignment_id: id,
  device_id: id,
  tag: z.string(),
  model: z.string(),
  state: assignmentState,
  /** True when the tenant can use it; before that an active one is being prepared. */
  is_ready: z.boolean(),
  starts_at: instant,
  expires_at: instant.nullable(),
});
export type OrderedPhone = z.infer<typeof orderedPhone>;

export const createOrder = defineRoute({
  method: 'POST',
  path: '/orders',
  caller: 'customer',
  needs: ['rent'],
  summary: 'Ask the sales team for phones (the sales request).',
  body: z.object({
    ...selectionFields,
    currency: z.literal('usd'),
    /** A further note for the sales team. Beyond the spec's fields. */
    note: z.string().trim().max(2_000, 'Write 2,000 characters at most').optional(),
  }),
  response: order,
});

export const listOrders = defineRoute({
  method: 'GET',
  path: '/orders',
  caller: 'customer',
  needs: ['rent'],
  summary: 'The caller’s orders, newest first.',
  query: pageQuery,
  response: z.object({ orders: z.array(orderWithMoney), ...pageFields }),
});

/** A hold and its payment. Instants are the tenant's rental time. */
export const openedPayment = z.object({
  client_secret: z.string(),
  /** The form for the card: Stripe's elements, or the sandbox's form. */
  provider: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('stripe'), publishable_key: z.string() }),
    z.object({ kind: z.literal('sandbox'), url: z.string() }),
  ]),
  order_id: id,
  order_number: z.string(),
  amount: z.number().int().positive(),
  hold_expires_at: instant,
  starts_at: instant,
  expires_at: instant,
});

export type OpenedPaymentResponse = z.infer<typeof openedPayment>;

export const createPaymentIntent = defineRoute({
  method: 'POST',
  path: '/client/payments/create-payment-intent',
  caller: 'customer',
  needs: ['rent', 'spend'],
  summary:
    'Hold phones for this selection and open its payment. 409 short_of_phones, too_many_holds, already_paid with the order_id of the order that was just paid.',
  body: z.object({
    ...selectionFields,
    currency: z.literal('usd'),
    metadata: z.object({ description: z.string().max(500), period: z.string().max(32) }),
  }),
  response: openedPayment,
});

/** Beyond the spec's calls: pays an unpaid order later, or a quote of our team by card. */
export const createOrderIntent = defineRoute({
  method: 'POST',
  path: '/orders/{id}/create-payment-intent',
  caller: 'customer',
  needs: ['rent', 'spend'],
  summary:
    'Hold the phones of an unpaid or quoted order and open its payment. 409 short_of_phones, conflict for an order that can’t be paid.',
  params: z.object({ id }),
  response: openedPayment,
});

/** Beyond the spec's calls: a quote can't be paid, because too few phones are free for its dates. */
export const askForNewDates = defineRoute({
  method: 'POST',
  path: '/orders/{id}/ask-for-new-dates',
  caller: 'customer',
  needs: ['rent'],
  summary:
    'Ask the sales team for other dates at the quoted price. Once for each quote; a repeated call changes nothing. 409 conflict for an order without an open quote.',
  params: z.object({ id }),
  response: orderWithMoney,
});

/** One order, followed by the payment page and its success screen. Beyond the spec's calls. */
export const getOrder = defineRoute({
  method: 'GET',
  path: '/orders/{id}',
  caller: 'customer',
  needs: ['rent'],
  summary:
    'One order of the caller, its money, its phones and, while it awaits payment, how long they are held.',
  params: z.object({ id }),
  response: orderWithMoney.extend({
    can_extend_hold: z.boolean(),
    /** Held, scheduled, running and ended ones; for an extension the phone that it lengthens. */
    phones: z.array(orderedPhone),
  }),
});

export const extendHold = defineRoute({
  method: 'POST',
  path: '/orders/{id}/extend-hold',
  caller: 'customer',
  needs: ['rent'],
  summary: 'Ten more minutes to pay, once.',
  params: z.object({ id }),
  response: z.object({ hold_expires_at: instant }),
});

export const releaseHold = defineRoute({
  method: 'POST',
  path: '/orders/{id}/release-hold',
  caller: 'customer',
  needs: ['rent'],
  summary: 'Leave without paying: the phones are free for others at once.',
  params: z.object({ id }),
  response: okResponse,
});

/** Beyond the spec's calls. */
export const cancelOrder = defineRoute({
  method: 'POST',
  path: '/orders/{id}/cancel',
  caller: 'customer',
  needs: ['rent'],
  summary: 'Cancel a paid order before its start: everything is refunded. 409 conflict once it has begun.',
  params: z.object({ id }),
  response: orderWithMoney,
});

export const getReceipt = defineRoute({
  method: 'GET',
  path: '/orders/{id}/receipt.pdf',
  caller: 'customer',
  needs: ['rent'],
  summary: 'The receipt of a paid order, with its refunds. 404 while nothing was paid.',
  params: z.object({ id }),
  responseKind: 'file',
  response: fileResponse,
});
