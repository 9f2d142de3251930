// Example data of each event: for test events, and for the reference.
import type { z } from 'zod';
import type { webhookData } from './webhook-events.ts';

const none = '00000000-0000-4000-8000-000000000000';
const phone = { id: none, tag: 'PF-000', model: 'Example phone' };
const rental = {
  assignment_id: none,
  phone,
  order_id: none,
  starts_at: '2030-01-01T12:00:00.000Z',
  ends_at: '2030-01-08T12:00:00.000Z',
};
const order = {
  order_id: none,
  number: 'PF-0000-0000',
  phone_count: 1,
  amount: 10_000,
  currency: 'usd',
  start_date: rental.starts_at,
  end_date: rental.ends_at,
};

export const exampleData: {
  readonly [Type in keyof typeof webhookData]: z.input<(typeof webhookData)[Type]>;
} = {
  'order.paid': order,
  'order.refunded': {
    order_id: none,
    number: order.number,
    refund_id: none,
    amount: 10_000,
    currency: 'usd',
  },
  'request.quoted': { ...order, valid_until: rental.ends_at },
  'rental.started': rental,
  'rental.ending': { ...rental, hours: 24 },
  'rental.ended': { ...rental, ended_at: rental.ends_at, reason: 'due' },
  'phone.offline': rental,
  'phone.online': rental,
  'phone.replaced': { ...rental, replaces_assignment_id: none, replaced_phone: phone },
  'cleaning.proved': { assignment_id: none, phone, proved_at: rental.ends_at },
  'key.expiring': { key_id: none, name: 'Example key', last_four: 'wxyz', expires_at: rental.ends_at },
  'human.asked': {
    question_id: none,
    phone,
    asker: { kind: 'key', id: none, name: 'Example key' },
    question: 'Which time should I post?',
    choices: ['Seven', 'Eight'],
    default: 'Seven',
    asked_at: rental.starts_at,
    expires_at: '2030-01-01T12:10:00.000Z',
  },
};
