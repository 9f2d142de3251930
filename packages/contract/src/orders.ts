// Orders, payments, assignments: spec sections 3, 5, 7; spec-decisions 9-22.
import { z } from 'zod';
import { assignmentState } from './devices.ts';
import { id, instant, okAnswer, pageQuery } from './fields.ts';
import { defineRoute } from './route.ts';

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

const selectionFields = {
  phone_count: z
    .number({ error: 'Select between 1 and 50 phones' })
    .int('Select between 1 and 50 phones')
    .min(1, 'Select between 1 and 50 phones')
    .max(50, 'Select between 1 and 50 phones'),
  start_date: instant,
  period: periodUnit,
  number_of_periods: z
    .number({ error: 'Invalid rental period' })
    .int('Invalid rental period')
    .min(1, 'Invalid rental period')
    .max(12, 'Invalid rental period'),
};

export const availability = z.object({
  available: z.boolean(),
  available_phones_count: z.number().int().nonnegative(),
  next_available_start: instant.nullable(),
  message: z.string(),
});

export type Availability = z.infer<typeof availability>;

export const validateAvailability = defineRoute({
  method: 'POST',
  path: '/orders/validate-phone-availability',
  caller: 'customer',
  summary: 'How many phones are free for a period. Promises nothing.',
  body: z.object(selectionFields),
  answer: availability,
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
});
export type Order = z.infer<typeof order>;

export const createOrder = defineRoute({
  method: 'POST',
  path: '/orders',
  caller: 'customer',
  summary: 'Ask the sales team for phones (the sales request).',
  body: z.object({ ...selectionFields, currency: z.literal('usd') }),
  answer: order,
});

export const listOrders = defineRoute({
  method: 'GET',
  path: '/orders',
  caller: 'customer',
  summary: 'The caller’s orders, newest first.',
  query: pageQuery,
  answer: z.object({
    orders: z.array(order),
    total: z.number().int(),
    page: z.number().int(),
    per_page: z.number().int(),
    total_pages: z.number().int(),
  }),
});

export const createPaymentIntent = defineRoute({
  method: 'POST',
  path: '/client/payments/create-payment-intent',
  caller: 'customer',
  summary: 'Hold phones for this selection and open its payment.',
  body: z.object({
    ...selectionFields,
    currency: z.literal('usd'),
    metadata: z.object({ description: z.string().max(500), period: z.string().max(32) }),
  }),
  answer: z.object({
    client_secret: z.string(),
    /** Where the card is entered (spec-decisions 19): Stripe's elements, or the sandbox's form. */
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
  }),
});

/** One order, followed by the payment page. Beyond the spec's calls. */
export const getOrder = defineRoute({
  method: 'GET',
  path: '/orders/{id}',
  caller: 'customer',
  summary: 'One order of the caller and, while it awaits payment, until when its phones are held.',
  params: z.object({ id }),
  answer: order.extend({ hold_expires_at: instant.nullable(), can_extend_hold: z.boolean() }),
});

export const extendHold = defineRoute({
  method: 'POST',
  path: '/orders/{id}/extend-hold',
  caller: 'customer',
  summary: 'Ten more minutes to pay, once.',
  params: z.object({ id }),
  answer: z.object({ hold_expires_at: instant }),
});

export const releaseHold = defineRoute({
  method: 'POST',
  path: '/orders/{id}/release-hold',
  caller: 'customer',
  summary: 'Leave without paying: the phones are free for others at once.',
  params: z.object({ id }),
  answer: okAnswer,
});

export const assignment = z.object({
  id,
  phone_model: z.string(),
  phone_device_serial: z.string().nullable(),
  starts_at: instant,
  expires_at: instant.nullable(),
  is_active: z.boolean(),
  state: assignmentState,
  tag: z.string(),
});
export type Assignment = z.infer<typeof assignment>;

export const listAssignments = defineRoute({
  method: 'GET',
  path: '/phone-assignments',
  caller: 'customer',
  summary: 'The caller’s assignments, newest first.',
  query: pageQuery,
  answer: z.object({
    assignments: z.array(assignment),
    total: z.number().int(),
    page: z.number().int(),
    per_page: z.number().int(),
    total_pages: z.number().int(),
  }),
});
