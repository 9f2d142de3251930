// Orders, payments, refunds and sales requests as our team sees them. Money in integer cents.
import { z } from 'zod';
import { givenInstant, id, instant } from './fields.ts';
import { defineOperatorRoute, operatorPage, pageOf, reason, searchText } from './operator-route.ts';
import { numberOfPeriods, order, orderedPhone, orderState, periodUnit } from './orders.ts';
import { refund } from './refunds.ts';

const cents = z.number({ error: 'Enter an amount' }).int('Enter whole cents').max(100_000_000);

export const paymentMethod = z.enum(['card', 'bank_transfer', 'cryptocurrency']);

/** A dispute; `lost` when the bank has kept the money. */
const dispute = z.object({
  id: z.string(),
  amount: z.number().int(),
  reason: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  created_at: instant,
  closed_at: instant.nullable(),
});

export const paymentRow = z.object({
  id,
  order_id: id,
  order_number: z.string(),
  user_id: id,
  username: z.string(),
  method: paymentMethod,
  amount: z.number().int(),
  /** As last read from the provider; "succeeded" for what an operator recorded. */
  status: z.string(),
  is_mismatched: z.boolean(),
  /** The provider's id, or the reference of the transfer. */
  reference: z.string().nullable(),
  /** Cents refunded, or being refunded. */
  refunded_amount: z.number().int(),
  /** Cents that can still be refunded: neither we nor a bank have refunded them. */
  left_amount: z.number().int(),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  recorded_by: z.string().nullable(),
  created_at: instant,
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const quote = z.object({
  amount: z.number().int(),
  note: z.string(),
  valid_until: instant,
  quoted_by: z.string(),
  created_at: instant,
  /** Until then its phones are reserved; null when they aren't. */
  reserved_until: instant.nullable(),
  /** When the customer asked for other dates at this price. */
  new_dates_asked_at: instant.nullable(),
});

export const operatorOrder = order.extend({
  user_id: id,
  username: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  paid_amount: z.number().int(),
  refunded_amount: z.number().int(),
  /** Cents of lost disputes. */
  disputed_amount: z.number().int(),
  /** True for an order that began as a sales request. */
  is_request: z.boolean(),
  /** The customer's note with the request; may be empty. */
  request_note: z.string(),
  quote: quote.nullable(),
});
export type OperatorOrder = z.infer<typeof operatorOrder>;

export const operatorOrderDetail = operatorOrder.extend({
  payments: z.array(paymentRow),
  phones: z.array(orderedPhone),
});
export type OperatorOrderDetail = z.infer<typeof operatorOrderDetail>;

export const listAllOrders = defineOperatorRoute({
  method: 'GET',
  path: '/orders',
  caller: 'operator',
  permission: 'orders_view',
  act: null,
  summary: 'Orders and sales requests, newest first.',
  query: z.object({
    ...operatorPage,
    /** Part of number, username, name or e-mail address. */
    q: searchText,
    state: orderState.optional(),
    kind: z.enum(['request', 'order']).optional(),
    /** Requests that need an answer: not quoted yet, or quoted and asked for other dates. */
    needs: z.enum(['answer']).optional(),
    user_id: id.optional(),
  }),
  response: pageOf(operatorOrder),
});

const orderParams = z.object({ id });

export const getAnyOrder = defineOperatorRoute({
  method: 'GET',
  path: '/orders/{id}',
  caller: 'operator',
  permission: 'orders_view',
  act: null,
  summary: 'One order with its payments, refunds and phones.',
  params: orderParams,
  response: operatorOrderDetail,
});

export const listPayments = defineOperatorRoute({
  method: 'GET',
  path: '/payments',
  caller: 'operator',
  permission: 'orders_view',
  act: null,
  summary: 'Payments with their refunds, newest first.',
  query: z.object({
    ...operatorPage,
    q: searchText,
    order_id: id.optional(),
    /** `unsettled`: disputed, mismatched, or with a refund that our team must send or look at. */
    status: z.enum(['open', 'succeeded', 'refunded', 'mismatched', 'disputed', 'unsettled']).optional(),
  }),
  response: pageOf(paymentRow),
});

export const refundPayment = defineOperatorRoute({
  method: 'POST',
  path: '/payments/{id}/refund',
  caller: 'operator',
  permission: 'orders_refund',
  act: { name: 'refund_payment', subject: 'payment' },
  summary: 'Give back a part or all of a payment; phones are not touched. Never more than was paid.',
  params: z.object({ id }),
  body: z.object({
    amount: cents.min(1, 'Enter an amount'),
    /** The way of the refund, for payments that no provider made. */
    reference: z.string().trim().min(1).max(200).optional(),
    reason,
  }),
  response: operatorOrderDetail,
});

const datesOfQuote = {
  /** Left out: as requested. */
  start_date: givenInstant.optional(),
  period: periodUnit.optional(),
};

export const checkStock = defineOperatorRoute({
  method: 'GET',
  path: '/orders/{id}/stock',
  caller: 'operator',
  permission: 'requests_answer',
  act: null,
  summary: 'How many phones are free for a request at the given dates, and when there are enough.',
  params: orderParams,
  query: z.object({
    ...datesOfQuote,
    number_of_periods: z.coerce.number().pipe(numberOfPeriods).optional(),
  }),
  response: z.object({
    free_count: z.number().int(),
    /** The first start from the given one at which all are free; null when there is none in six months. */
    next_available_start: instant.nullable(),
  }),
});

export const quoteRequest = defineOperatorRoute({
  method: 'POST',
  path: '/orders/{id}/quote',
  caller: 'operator',
  permission: 'requests_answer',
  act: { name: 'quote_request', subject: 'order' },
  summary:
    'Answer a sales request with a price; the customer is mailed. A newer quote replaces an older one.',
  params: orderParams,
  body: z.object({
    amount: cents.min(1, 'Enter an amount'),
    note: z.string().trim().max(2_000).default(''),
    valid_days: z.number().int().min(1).max(90).default(14),
    ...datesOfQuote,
    number_of_periods: numberOfPeriods.optional(),
    /** Reserves the phones until then, 14 days at most; left out, nothing is reserved. */
    reserve_until: givenInstant.optional(),
    reason,
  }),
  response: operatorOrderDetail,
});

export const recordPayment = defineOperatorRoute({
  method: 'POST',
  path: '/orders/{id}/payments',
  caller: 'operator',
  permission: 'payments_record',
  act: { name: 'record_payment', subject: 'order' },
  summary:
    'A bank transfer or cryptocurrency payment that arrived; makes the order paid and assigns its phones.',
  params: orderParams,
  body: z.object({
    method: z.enum(['bank_transfer', 'cryptocurrency']),
    /** Must be the amount of the quote. */
    amount: cents.min(1, 'Enter an amount'),
    /** Bank reference or transaction hash; each counts once. */
    reference: z.string({ error: 'Enter the reference' }).trim().min(3, 'Enter the reference').max(200),
    reason,
  }),
  response: operatorOrderDetail,
});

export const closeRequest = defineOperatorRoute({
  method: 'POST',
  path: '/orders/{id}/lost',
  caller: 'operator',
  permission: 'requests_answer',
  act: { name: 'lose_request', subject: 'order' },
  summary: 'The request came to nothing.',
  params: orderParams,
  body: z.object({ reason }),
  response: operatorOrderDetail,
});
