// The dialog that answers a request with a quote: what was asked, what is free, and whether phones are reserved.
import {
  findRentalPeriodByLength,
  longestReservationDays,
  rentalCostCents,
  rentalPeriods,
  usd,
} from '@pocketfleet/rules';
import { formatZone } from '@pocketfleet/ui/format';
import { type ActionValues, asTypedMoment } from '../../parts/action.ts';
import type { RowAction } from '../../parts/row-menu.tsx';
import type { QuotableOrder, TypedDates } from './quotable-order.ts';
import { QuoteFacts } from './quote-facts.tsx';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function quoteAction(order: QuotableOrder, nowMs: number): RowAction {
  const { id, number, amount, quote: known, customer_name } = order;
  const requestedMs = Date.parse(order.start_date);
  const hasPassed = requestedMs <= nowMs;
  const startMs = hasPassed ? Math.ceil((nowMs + hourMs) / hourMs) * hourMs : requestedMs;
  const reserveMs = Math.min(startMs, nowMs + 3 * dayMs);
  const requestedStart = asTypedMoment(requestedMs);
  return {
    label: known ? 'Send a new quote' : 'Send a quote',
    permission: 'requests_answer',
    isMain: known === null,
    action: {
      title: `Quote for ${number}`,
      text: `We’ll email ${customer_name} the price and the dates. A newer quote replaces an older one.`,
      submit: 'Send the quote',
      done: (values) =>
        values.isChecked('reserve')
          ? 'The quote was sent, and its phones are reserved'
          : 'The quote was sent. No phones are reserved',
      about: (form) => <QuoteFacts order={order} dates={readDates(form.values)} set={form.set} />,
      fields: [
        {
          kind: 'money',
          name: 'amount',
          label: 'Price in US dollars',
          initial: ((known?.amount ?? amount) / 100).toFixed(2),
        },
        {
          kind: 'moment',
          name: 'start',
          label: 'Start',
          initial: asTypedMoment(startMs),
          hint: `${hasPassed ? 'The requested start has passed. ' : ''}Your time zone: ${formatZone(startMs)}.`,
        },
        {
          kind: 'choice',
          name: 'period',
          label: 'Period',
          initial: findRentalPeriodByLength(order.period, order.number_of_periods)?.value ?? 'month',
          // Another period has another listed price, and the price above is typed by hand.
          options: rentalPeriods.map((period) => ({
            value: period.value,
            label: `${period.label}, listed at ${usd(rentalCostCents(order.phone_count, period))}`,
          })),
        },
        { kind: 'note', name: 'note', label: 'Note to the customer', initial: known?.note ?? '' },
        { kind: 'number', name: 'valid_days', label: 'Valid for (days)', initial: '14' },
        {
          kind: 'check',
          name: 'reserve',
          label: 'Reserve the phones',
          hint: 'Until a time that you choose, nobody else can rent them. Otherwise the quote reserves nothing.',
        },
        {
          kind: 'moment',
          name: 'reserve_until',
          label: 'Reserve until',
          initial: asTypedMoment(reserveMs),
          hint: `Your time zone. ${longestReservationDays} days at most, and no later than the start.`,
          isShown: (values) => values.isChecked('reserve'),
        },
      ],
      run: (client, values) => {
        const { start_date, ...period } = readDates(values);
        const isAsRequested = values.text('start') === requestedStart;
        const reserve_until = values.isChecked('reserve') ? values.moment('reserve_until') : null;
        return client.call('quoteRequest', {
          params: { id },
          body: {
            amount: values.cents('amount'),
            note: values.text('note'),
            valid_days: values.number('valid_days'),
            reason: values.reason,
            ...period,
            // The field has no seconds: a start that nobody changed stays exactly as it was requested.
            ...(isAsRequested || start_date === undefined ? {} : { start_date }),
            ...(reserve_until === null ? {} : { reserve_until }),
          },
        });
      },
    },
  };
}

function readDates(values: ActionValues): TypedDates {
  const chosen = rentalPeriods.find(({ value }) => value === values.text('period')) ?? rentalPeriods[0];
  const isMoment = !Number.isNaN(Date.parse(values.text('start')));
  return {
    start_date: (isMoment ? values.moment('start') : null) ?? undefined,
    period: chosen.apiPeriodType,
    number_of_periods: chosen.periods,
  };
}
