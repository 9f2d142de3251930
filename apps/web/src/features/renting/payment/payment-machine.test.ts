import { describe, expect, it } from 'vitest';
import {
  effectOf,
  type PaymentEvent,
  type PaymentState,
  readsWhileLost,
  reduce,
  type Step,
  startPayment,
} from './payment-machine.ts';
import { sampleOpened, sampleOrder } from './samples.fixture.ts';

const opened = sampleOpened();
const orderId = opened.order_id;
const refused = (refusal: Extract<PaymentEvent, { kind: 'open_refused' }>['refusal']) =>
  ({ kind: 'open_refused', refusal }) as const;
const result = (value: Extract<PaymentEvent, { kind: 'card_result' }>['result']) =>
  ({ kind: 'card_result', result: value }) as const;
const read = (facts: Parameters<typeof sampleOrder>[0]) =>
  ({ kind: 'order_read', order: sampleOrder(facts) }) as const;
const left = { available: false, available_phones_count: 1, next_available_start: null, message: 'Only 1.' };

const events = {
  'order: held': read({}),
  'order: hold over': read({ state: 'expired', hold_expires_at: null }),
  'order: at the bank': read({ payment_status: 'processing' }),
  'order: money came': read({ payment_status: 'succeeded' }),
  'order: another one': read({ id: 'another', payment_status: 'succeeded' }),
  opened: { kind: 'opened', opened },
  'refused: short': refused({ kind: 'short', availability: left }),
  'refused: paid with another order': refused({ kind: 'already_paid', paidOrderId: 'b', message: 'Paid.' }),
  'refused: order over': refused({ kind: 'order_over', message: 'Closed.' }),
  'refused: offline': refused({ kind: 'failed', message: 'Offline.', hasUnpaidOrders: false }),
  pay: { kind: 'pay_pressed', problem: null },
  'pay: signed out': { kind: 'pay_pressed', problem: 'You are not logged in.' },
  'card: succeeded': result({ kind: 'succeeded' }),
  'card: processing': result({ kind: 'processing' }),
  'card: declined': result({ kind: 'declined', message: 'Declined.', field: 'cvc' }),
  'card: failed': result({ kind: 'failed', message: 'Declined.' }),
  'card: no response': result({ kind: 'unknown' }),
  'card: incomplete': result({ kind: 'incomplete', message: 'Incomplete.' }),
  'card: challenge': result({ kind: 'challenge', url: 'https://bank.test', intentId: 'pi_1' }),
  'bank page closed': { kind: 'challenge_closed' },
  'intent unreadable': { kind: 'read_failed' },
  'check again': { kind: 'check_again' },
  'reserve again': { kind: 'reserve_again' },
} satisfies Record<string, PaymentEvent>;

const steps = {
  loading: { kind: 'loading' },
  opening: { kind: 'opening', orderId },
  ready: { kind: 'ready', opened, problem: null },
  'ready with a problem': { kind: 'ready', opened, problem: 'Incomplete.' },
  'ready after a decline': {
    kind: 'ready',
    opened,
    problem: null,
    declined: { message: 'Declined.', field: 'cvc' },
  },
  paying: { kind: 'paying', opened },
  challenged: { kind: 'challenged', opened, url: 'https://bank.test', intentId: 'pi_1' },
  checking: { kind: 'checking', opened },
  lost: { kind: 'lost', readsLeft: readsWhileLost },
  'lost, last read': { kind: 'lost', readsLeft: 1 },
  'lost for good': { kind: 'lost', readsLeft: 0 },
  'processing as the card says': { kind: 'processing', isOnOrder: false },
  'processing as the order says': { kind: 'processing', isOnOrder: true },
  paid: { kind: 'paid' },
  declined: { kind: 'failed', message: 'Declined.', hasUnpaidOrders: false },
  offline: { kind: 'failed', message: 'Offline.', hasUnpaidOrders: false },
  closed: { kind: 'failed', message: 'Closed.', hasUnpaidOrders: false },
  'signed out': { kind: 'failed', message: 'You are not logged in.', hasUnpaidOrders: false },
  short: { kind: 'short', availability: left },
  'paid with another order': { kind: 'already_paid', paidOrderId: 'b', message: 'Paid.' },
  'hold ended': { kind: 'hold_ended' },
  'opening a new order': { kind: 'opening', orderId: null },
} satisfies Record<string, Step>;

type StepName = keyof typeof steps;
type EventName = keyof typeof events;
type Row = Partial<Record<EventName, StepName | Step>>;

const paidByOrder: Row = { 'order: money came': 'paid' };
const followed: Row = { ...paidByOrder, 'order: at the bank': 'processing as the order says' };
const results: Row = {
  'card: succeeded': 'paid',
  'card: processing': 'processing as the card says',
  'card: declined': 'declined',
  'card: failed': 'declined',
  'card: no response': 'lost',
};
const sent: Row = {
  ...results,
  'card: declined': 'ready after a decline',
  'card: incomplete': 'ready with a problem',
  'card: challenge': 'challenged',
};
const refusals: Row = {
  'refused: short': 'short',
  'refused: paid with another order': 'paid with another order',
  'refused: order over': 'closed',
  'refused: offline': 'offline',
};
const card: Row = { pay: 'paying', 'pay: signed out': 'signed out', 'order: hold over': 'hold ended' };

/** In each step, the events that change it. All others leave it as it is. */
const table: Record<StepName, Row> = {
  loading: { ...followed, 'order: held': 'opening', 'order: hold over': 'hold ended' },
  opening: { ...followed, ...refusals, opened: 'ready' },
  'opening a new order': { ...followed, ...refusals, opened: 'ready' },
  ready: { ...followed, ...card },
  'ready with a problem': { ...followed, ...card },
  'ready after a decline': { ...followed, ...card },
  paying: { ...followed, ...sent },
  challenged: { ...followed, 'bank page closed': 'checking' },
  checking: { ...followed, ...sent, 'intent unreadable': 'lost' },
  lost: {
    ...paidByOrder,
    ...results,
    'intent unreadable': { kind: 'lost', readsLeft: readsWhileLost - 1 },
  },
  'lost, last read': { ...paidByOrder, ...results, 'intent unreadable': 'lost for good' },
  'lost for good': { ...paidByOrder, ...results, 'check again': 'lost' },
  'processing as the card says': { ...followed, ...results },
  'processing as the order says': {
    ...followed,
    ...results,
    'card: processing': 'processing as the order says',
    'order: held': 'opening',
    'order: hold over': 'hold ended',
  },
  paid: {},
  declined: paidByOrder,
  offline: paidByOrder,
  closed: paidByOrder,
  'signed out': paidByOrder,
  short: { ...followed, 'reserve again': 'opening a new order' },
  'paid with another order': followed,
  'hold ended': { ...followed, 'order: held': 'opening', 'reserve again': 'opening a new order' },
};

const stateAt = (step: Step, isListed = false): PaymentState => ({
  isListed,
  orderId,
  order: undefined,
  step,
});

describe.each(Object.keys(table) as StepName[])('%s', (name) => {
  it.each(Object.keys(events) as EventName[])('%s', (event) => {
    const expected = table[name][event] ?? name;
    const next = reduce(stateAt(steps[name]), events[event]);
    expect(next.step).toEqual(typeof expected === 'string' ? steps[expected] : expected);
  });
});

/** The steps after each event, from the start of a page on. */
function follow(start: PaymentState, ...names: readonly EventName[]): PaymentState['step']['kind'][] {
  let state = start;
  return names.map((name) => {
    state = reduce(state, events[name]);
    return state.step.kind;
  });
}

const fresh = startPayment(null, false);
const reloaded = startPayment(orderId, false);
const listed = startPayment(orderId, true);

it.each<[string, PaymentState, EventName[], Step['kind'][]]>([
  ['a payment', fresh, ['opened', 'pay', 'card: succeeded'], ['ready', 'paying', 'paid']],
  [
    'a double click on Pay',
    fresh,
    ['opened', 'pay', 'pay', 'card: succeeded'],
    ['ready', 'paying', 'paying', 'paid'],
  ],
  ['a reload just after Pay, once the money came', reloaded, ['order: money came'], ['paid']],
  [
    'a reload just after Pay, before the order knows',
    reloaded,
    ['order: held', 'order: money came', 'refused: order over'],
    ['opening', 'paid', 'paid'],
  ],
  ['a reload while the bank works', reloaded, ['order: at the bank'], ['processing']],
  [
    'a bank that works and then refuses',
    reloaded,
    ['order: at the bank', 'order: held', 'opened'],
    ['processing', 'opening', 'ready'],
  ],
  [
    'a late webhook',
    fresh,
    ['opened', 'pay', 'card: processing', 'order: held', 'order: money came'],
    ['ready', 'paying', 'processing', 'processing', 'paid'],
  ],
  ['a second tab that pays first', fresh, ['opened', 'order: money came', 'pay'], ['ready', 'paid', 'paid']],
  [
    'a webhook that is faster than the card’s response',
    fresh,
    ['opened', 'pay', 'order: money came', 'card: no response'],
    ['ready', 'paying', 'paid', 'paid'],
  ],
  [
    'a page that the browser kept while Back released its phones',
    fresh,
    ['opened', 'order: held', 'order: hold over'],
    ['ready', 'ready', 'hold_ended'],
  ],
  [
    'a hold that ends while the bank asks',
    fresh,
    ['opened', 'pay', 'card: challenge', 'order: hold over', 'bank page closed', 'card: succeeded'],
    ['ready', 'paying', 'challenged', 'challenged', 'checking', 'paid'],
  ],
  [
    'a bank’s page that is closed',
    fresh,
    ['opened', 'pay', 'card: challenge', 'bank page closed', 'card: failed'],
    ['ready', 'paying', 'challenged', 'checking', 'failed'],
  ],
  [
    'an offline customer',
    fresh,
    ['opened', 'pay', 'card: no response', 'intent unreadable', 'card: succeeded'],
    ['ready', 'paying', 'lost', 'lost', 'paid'],
  ],
  [
    'an incomplete card that is corrected',
    fresh,
    ['opened', 'pay', 'card: incomplete', 'pay', 'card: succeeded'],
    ['ready', 'paying', 'ready', 'paying', 'paid'],
  ],
  [
    'a declined card that is corrected',
    fresh,
    ['opened', 'pay', 'card: declined', 'pay', 'card: succeeded'],
    ['ready', 'paying', 'ready', 'paying', 'paid'],
  ],
  ['a reload after the hold ended', reloaded, ['order: hold over'], ['hold_ended']],
  [
    'a hold that ended while it was opened again',
    reloaded,
    ['order: held', 'order: hold over', 'refused: order over'],
    ['opening', 'opening', 'hold_ended'],
  ],
  [
    'an unpaid order of the list without phones',
    listed,
    ['order: hold over', 'opened', 'order: held'],
    ['opening', 'ready', 'ready'],
  ],
  [
    'an order of the list that can not be paid any more',
    listed,
    ['order: hold over', 'refused: order over'],
    ['opening', 'failed'],
  ],
])('%s', (_, start, names, kinds) => {
  expect(follow(start, ...names)).toEqual(kinds);
});

it('reserving again opens a new order, and forgets the old one as soon as it is open', () => {
  const again = sampleOpened({ order_id: 'c' });
  const ended = reduce(stateAt(steps['hold ended']), events['order: hold over']);
  const opening = reduce(ended, events['reserve again']);
  expect(effectOf(opening.step)).toEqual({ kind: 'open', orderId: null });
  const next = reduce(opening, { kind: 'opened', opened: again });
  expect(next).toMatchObject({ orderId: 'c', order: undefined, step: { kind: 'ready', opened: again } });
  expect(reduce(next, events['order: hold over'])).toBe(next);
});

it.each<[StepName, ReturnType<typeof effectOf>]>([
  ['opening', { kind: 'open', orderId }],
  ['paying', { kind: 'confirm' }],
  ['checking', { kind: 'read_intent', delayMs: 0 }],
  ['lost', { kind: 'read_intent', delayMs: 2_000 }],
  ['lost for good', null],
  ['ready', null],
  ['processing as the card says', null],
])('the effect of the step "%s" is %j', (name, effect) => {
  expect(effectOf(steps[name])).toEqual(effect);
});
