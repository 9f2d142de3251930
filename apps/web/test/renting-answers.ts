// The stand-in API's responses about renting, so that the rent pages and the history can be viewed alone.
import type {
  Availability,
  ChosenModel,
  Device,
  OrderWithMoney,
  routes,
  WeeklyUsage,
} from '@pocketfleet/contract';
import { endOfPeriod } from '@pocketfleet/rules';

type Selection = { phone_count: number; models?: ChosenModel[] };

/** More phones than these are never free here. */
const freePhones = 9;
const orderId = '633ea6db-a5a8-4241-905d-2deaa51ceaa3';
const minuteMs = 60_000;

/** Undefined for calls that are not about renting. */
export function answerRenting(name: keyof typeof routes, text: string, devices: readonly Device[]): unknown {
  switch (name) {
    case 'validateAvailability':
      return availabilityOf(JSON.parse(text));
    case 'listModels':
      return sampleModels;
    case 'listReplacementChoices':
      return [];
    case 'createPaymentIntent':
      return openedPayment(JSON.parse(text).phone_count);
    case 'getOrder':
      return {
        ...orderLike({ state: 'awaiting_payment', payment_status: 'open', has_receipt: false }),
        hold_expires_at: inMinutes(14),
        can_extend_hold: true,
        phones: devices.slice(0, 3).map((device) => ({ ...device, device_id: device.id })),
      };
    case 'listOrders':
      return { orders: sampleOrders(), total: 4, page: 1, per_page: 25, total_pages: 1 };
    case 'listUsage':
      return sampleUsage(devices);
    default:
      return undefined;
  }
}

const sampleModels = [
  { model: 'Galaxy S23', android_versions: ['14'], count: 5 },
  { model: 'Moto G Power', android_versions: ['13'], count: 3 },
  { model: 'Pixel 7', android_versions: ['15', '14'], count: 4 },
];

function availabilityOf({ phone_count: asked, models: chosen }: Selection): Availability {
  const isEnough = asked <= freePhones;
  return {
    available: isEnough,
    available_phones_count: Math.min(asked, freePhones),
    next_available_start: inMinutes(9 * 24 * 60),
    message: isEnough
      ? `All ${asked} phones are available.`
      : `Only ${freePhones} out of ${asked} requested phones are available.`,
    ...(chosen
      ? {
          models: sampleModels.map(({ model, count }) => ({
            model,
            free: count - 1,
            chosen: chosen.find((each) => each.model === model)?.count ?? 0,
            next_available_start: null,
          })),
        }
      : {}),
  };
}

function openedPayment(phones: number) {
  const { number, start_date, end_date } = orderLike({});
  return {
    client_secret: 'pi_sample_secret_sample',
    provider: { kind: 'sandbox', url: 'http://127.0.0.1:9' },
    order_id: orderId,
    order_number: number,
    amount: phones * 130_00,
    hold_expires_at: inMinutes(14),
    starts_at: start_date,
    expires_at: end_date,
  };
}

function sampleOrders(): OrderWithMoney[] {
  const refund = { id: orderId, reason: 'order_cancelled', created_at: inMinutes(-9) } as const;
  return [
    orderLike({ can_cancel: true }),
    orderLike({ number: 'PF-1003', state: 'awaiting_payment', payment_status: 'open', has_receipt: false }),
    orderLike({
      number: 'PF-1002',
      state: 'cancelled',
      refunded_amount: 390_00,
      refunds: [{ ...refund, amount: 390_00, state: 'pending' }],
    }),
    orderLike({ number: 'PF-1001', state: 'requested', payment_status: 'none', has_receipt: false }),
  ];
}

function orderLike(facts: Partial<OrderWithMoney>): OrderWithMoney {
  const startMs = Date.now() + 3 * 24 * 60 * minuteMs;
  return {
    id: facts.number ? `${orderId.slice(0, -4)}${facts.number.slice(-4)}` : orderId,
    number: 'PF-1004',
    state: 'paid',
    phone_count: 3,
    start_date: new Date(startMs).toISOString(),
    end_date: new Date(endOfPeriod(startMs, 'month', 1)).toISOString(),
    period: 'month',
    number_of_periods: 1,
    currency: 'usd',
    amount: 390_00,
    created_at: inMinutes(-30),
    paid_at: inMinutes(-29),
    extends_assignment_id: null,
    payment_status: 'succeeded',
    refunds: [],
    refunded_amount: 0,
    refundable_amount: facts.can_cancel ? 390_00 : 0,
    has_receipt: true,
    can_cancel: false,
    can_pay: facts.state === 'awaiting_payment',
    hold_expires_at: null,
    quote: null,
    ...facts,
  };
}

function sampleUsage(devices: readonly Device[]): { weeks: string[]; usage: WeeklyUsage[] } {
  const weeks = Array.from({ length: 8 }, (_, index) => inMinutes(-index * 7 * 24 * 60).slice(0, 10));
  const usage = devices.flatMap((device, row) =>
    weeks
      .filter((_, index) => (index + row) % 3 !== 0)
      .map((week_start, index) => ({
        week_start,
        device_id: device.id,
        tag: device.tag,
        model: device.model,
        hours: 168 / (index + 1),
        streamed_hours: (row * 7) / (index + 1),
      })),
  );
  return { weeks, usage };
}

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * minuteMs).toISOString();
}
