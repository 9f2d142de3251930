import { findRentalPeriodByLength, modelsInWords, usd } from '@pocketfleet/rules';
import { Banner, Button } from '@pocketfleet/ui';
import { formatCount, formatLocalMoment, formatLocalRange } from '@pocketfleet/ui/format';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { asTypedMoment } from '../../parts/action.ts';
import type { QuotableOrder, TypedDates } from './quotable-order.ts';

const pauseMs = 300;

type Props = { order: QuotableOrder; dates: TypedDates; set(name: string, text: string): void };

/** The customer's request, and the stock that is free for the dates that are typed in the dialog. */
export function QuoteFacts({ order, dates, set }: Props) {
  const { quote } = order;
  const period = findRentalPeriodByLength(order.period, order.number_of_periods)?.label;
  return (
    <div className="grid gap-3">
      <div className="rounded-control bg-sunken px-4 py-3">
        <p>
          <span className="font-medium">
            {formatCount(order.phone_count, 'phone')}, {period}
          </span>{' '}
          <span className="text-second">from {formatLocalRange(order.start_date, order.end_date)}</span>
        </p>
        <p className="mt-1">
          <span className="text-second">Models:</span>{' '}
          {modelsInWords(order.models ?? [], order.phone_count) ?? 'Any'}
        </p>
        <p className="mt-1 text-second text-small">
          {quote ? `Quoted at ${usd(quote.amount)}. ${reservedText(quote.reserved_until)}` : null}
          {quote ? null : `Listed price ${usd(order.amount)}.`}
        </p>
        {order.request_note ? (
          <blockquote className="mt-2 whitespace-pre-wrap border-control border-l-2 pl-3">
            {order.request_note}
          </blockquote>
        ) : null}
      </div>
      {quote?.new_dates_asked_at ? (
        <Banner kind="info">
          The customer couldn’t pay because too few phones were free, and asked for other dates on{' '}
          {formatLocalMoment(quote.new_dates_asked_at)}.
        </Banner>
      ) : null}
      <Stock order={order} dates={dates} set={set} />
    </div>
  );
}

function reservedText(until: string | null): string {
  return until === null
    ? 'No phones are reserved.'
    : `Phones are reserved until ${formatLocalMoment(until)}.`;
}

/** "6 of 12 free. All from Dec 17, 09:00", with a button that takes this start. */
function Stock({ order, dates, set }: Props) {
  const settled = useSettled(dates);
  const { start_date, ...period } = settled;
  const query = { ...period, ...(start_date === undefined ? {} : { start_date }) };
  const isTyped = start_date !== undefined;
  const stock = useApiQuery('checkStock', { params: { id: order.id }, query }, 15_000, isTyped);
  if (!isTyped) return <p className="text-second">Enter a start to see which phones are free.</p>;
  if (stock.isError) return <Banner kind="warning">{errorMessage(stock.error)}</Banner>;
  if (!stock.data || stock.isPlaceholderData || settled !== dates)
    return <p className="text-second">Checking which phones are free…</p>;
  const { free_count, next_available_start: next } = stock.data;
  if (free_count >= order.phone_count) {
    return (
      <Banner kind="success">
        {order.phone_count === 1 ? 'The phone is free' : `All ${order.phone_count} phones are free`} for these
        dates.
      </Banner>
    );
  }
  return (
    <Banner kind="warning">
      <p>
        {free_count} of {order.phone_count} free for these dates.{' '}
        {next === null
          ? 'Not all are free at once in the next 6 months.'
          : `All from ${formatLocalMoment(next)}.`}
      </p>
      <p className="mt-1">
        The customer can’t pay this quote unless phones become free, and none can be reserved.
      </p>
      {next === null ? null : (
        <Button size="small" className="mt-2" onClick={() => set('start', nextMinute(next))}>
          Use this start
        </Button>
      )}
    </Banner>
  );
}

/** The field has no seconds, and a start a moment too early would find too few phones. */
function nextMinute(instant: string): string {
  return asTypedMoment(Math.ceil(Date.parse(instant) / 60_000) * 60_000);
}

/** The dates once they have not changed for a moment: not each keystroke is a request. */
function useSettled(dates: TypedDates): TypedDates {
  const [settled, setSettled] = useState(dates);
  const text = JSON.stringify(dates);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.stringify(settled) === text ? dates : settled;
}
