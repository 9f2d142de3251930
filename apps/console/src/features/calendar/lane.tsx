import type { CalendarRow, CalendarSpan } from '@pocketfleet/contract';
import clsx from 'clsx';
import { momentInWords } from '../../parts/words.ts';
import { monthsOf, placeOf, type TimeScale } from './time-scale.ts';

const looks: Record<CalendarSpan['state'], string> = {
  active: 'border-transparent bg-main text-page',
  scheduled: 'border-field bg-segment text-main',
  held: 'border-dashed border-field bg-sunken text-main',
  ended: 'border-hairline bg-sunken text-second',
};

/** One phone's six months: whose it is and when; what is empty is free. */
export function Lane({ row, scale }: { row: CalendarRow; scale: TimeScale }) {
  return (
    <ul aria-label={`${row.tag}: ${row.spans.length === 0 ? 'free' : 'taken'}`} className="relative h-8">
      <MonthLines scale={scale} />
      {row.spans.map((span) => (
        <Turnover key={`${span.assignment_id} turnover`} span={span} scale={scale} />
      ))}
      {row.spans.map((span) => (
        <Span key={span.assignment_id} span={span} scale={scale} />
      ))}
    </ul>
  );
}

/** The turnover after a tenant: nobody's, and not free. */
const turnoverLook =
  'border-field border-dashed bg-[repeating-linear-gradient(135deg,var(--color-field)_0_1px,transparent_1px_4px)]';

function Turnover({ span, scale }: { span: CalendarSpan; scale: TimeScale }) {
  const { expires_at, occupied_until } = span;
  if (span.state === 'ended' || expires_at === null || occupied_until === null) return null;
  const place = placeOf(scale, Date.parse(expires_at), Date.parse(occupied_until));
  if (!place) return null;
  return (
    <li
      title={`Cleaning: ${momentInWords(expires_at)} – ${momentInWords(occupied_until)}`}
      style={{ left: `${place.left}%`, width: `${place.width}%` }}
      className={clsx('absolute inset-y-1 min-w-[5px] rounded-small border', turnoverLook)}
    >
      <span className="sr-only">cleaning</span>
    </li>
  );
}

function Span({ span, scale }: { span: CalendarSpan; scale: TimeScale }) {
  const endsMs = span.expires_at === null ? null : Date.parse(span.expires_at);
  const place = placeOf(scale, Date.parse(span.starts_at), endsMs);
  if (!place) return null;
  const until = span.expires_at ? momentInWords(span.expires_at) : 'until somebody ends it';
  return (
    <li
      title={`${span.username}, ${span.state}: ${momentInWords(span.starts_at)} – ${until}`}
      style={{ left: `${place.left}%`, width: `${place.width}%` }}
      className={clsx(
        'absolute inset-y-1 min-w-1 truncate rounded-small border px-1 text-caption leading-[22px]',
        looks[span.state],
      )}
    >
      {span.username}
    </li>
  );
}

/** The months' names over the lanes. */
export function Months({ scale }: { scale: TimeScale }) {
  return (
    <span className="relative block h-5">
      {monthsOf(scale).map(({ name, left }) => (
        // A month of which hardly a day is left has no room for its name.
        <span
          key={left}
          style={{ left: `${left}%` }}
          className="absolute border-hairline border-l pl-1 text-caption first:border-l-0 first:pl-0"
        >
          {name}
        </span>
      ))}
    </span>
  );
}

function MonthLines({ scale }: { scale: TimeScale }) {
  return monthsOf(scale)
    .slice(1)
    .map(({ left }) => (
      <li
        key={left}
        aria-hidden="true"
        style={{ left: `${left}%` }}
        className="absolute inset-y-0 w-px bg-hairline"
      />
    ));
}

export function Legend() {
  const kinds = [
    { state: 'active', label: 'Rented now' },
    { state: 'scheduled', label: 'Booked' },
    { state: 'held', label: 'Held, not paid yet' },
  ] as const;
  return (
    <ul data-legend="" className="ml-auto flex flex-wrap items-center gap-4 text-second text-small">
      {kinds.map(({ state, label }) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={clsx('h-3.5 w-6 rounded-key border', looks[state])} />
          {label}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className={clsx('h-3.5 w-6 rounded-key border', turnoverLook)} />
        Cleaning
      </li>
    </ul>
  );
}
