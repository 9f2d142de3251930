import { phonesPerOrder, type RentalPeriod } from '@pocketfleet/rules';
import { Button, Card, cardClass, LazyBoundary, lazyWithRetry, Segmented, Skeleton } from '@pocketfleet/ui';
import { formatZone } from '@pocketfleet/ui/format';
import { Clock } from 'lucide-react';
import { useId, useState } from 'react';
import * as texts from '#language/renting';
import { localDate, localTime } from './local-time.ts';
import { PhoneCount } from './phone-count.tsx';
import { lastStartDate, type RentalSelection } from './selection.ts';
import { useMinute } from './use-minute.ts';

const StartCalendar = lazyWithRetry(() => import('./start-calendar.tsx'));

type Props = {
  selection: RentalSelection;
  zone: string;
  today: string;
  /** Why the chosen time can't be; null when it can or when none is chosen. */
  error: string | null;
  onChange(change: Partial<RentalSelection>): void;
};

/** Start date and time in one card, the number of phones in another (spec section 2). */
export function StartChoice(props: Props) {
  const { selection, today, onChange } = props;
  const [fills, setFills] = useState(0);
  return (
    <>
      <div className={`${cardClass} grid overflow-clip md:grid-cols-2`}>
        <section aria-labelledby="start-date" className="p-5 sm:p-6">
          <h2 id="start-date" className="mb-3 font-semibold text-card">
            {texts.startDate}
          </h2>
          <LazyBoundary what={texts.theCalendar} waiting={<Skeleton className="h-[316px] w-full" />}>
            <StartCalendar
              value={selection.startDate}
              first={today}
              last={lastStartDate(selection.period, today)}
              turnKey={`${selection.period?.value} ${fills}`}
              onChange={(startDate) => onChange({ startDate })}
            />
          </LazyBoundary>
          <p className="mt-2 text-second text-small">{windowInWords(selection.period)}</p>
        </section>
        <div className="border-hairline max-md:border-t md:border-l">
          <StartTime {...props} onFill={() => setFills(fills + 1)} />
        </div>
      </div>
      <Card title={texts.numberOfPhones}>
        <PhoneCount
          label={texts.numberOfPhones}
          value={selection.phoneCount}
          onChange={(phoneCount) => onChange({ phoneCount })}
        />
        <p className="mt-2 text-second text-small">
          {texts.selectBetweenAndPhones(phonesPerOrder.min, phonesPerOrder.max)}
        </p>
      </Card>
    </>
  );
}

function StartTime({ selection, zone, error, onChange, onFill }: Props & { onFill(): void }) {
  const hintId = useId();
  const minute = useMinute();
  const fillNow = () => {
    const nowMs = Date.now();
    onChange({ startDate: localDate(nowMs, zone), startTime: localTime(nowMs, zone) });
    onFill();
  };
  return (
    <section aria-labelledby="start-time" className="p-5 sm:p-6">
      <h2 id="start-time" className="mb-3 font-semibold text-card">
        {texts.startTime}
      </h2>
      <Segmented
        label={texts.start}
        value={selection.isNow ? 'now' : 'later'}
        options={[
          { value: 'now', label: texts.now },
          { value: 'later', label: texts.later },
        ]}
        onChange={(start) => onChange(start === 'now' ? { isNow: true } : { isNow: false, startTime: '' })}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <div className="pf-input flex h-10 min-w-32 flex-1 items-center" data-invalid={error !== null}>
          <input
            type="time"
            aria-labelledby="start-time"
            aria-describedby={hintId}
            aria-invalid={error === null ? undefined : true}
            value={selection.startTime}
            onChange={(event) => onChange({ startTime: event.target.value.slice(0, 5) })}
            className="h-full w-full rounded-control bg-transparent px-3 font-mono tabular-nums outline-none"
          />
        </div>
        <Button className="h-10" icon={<Clock />} onClick={fillNow}>
          {texts.useCurrentTime}
        </Button>
      </div>
      <div id={hintId} className="mt-2 text-small">
        {error === null ? null : (
          <p role="alert" className="text-error">
            {error}
          </p>
        )}
        <p className="text-second">{texts.yourZone(formatZone(minute, zone))}</p>
      </div>
    </section>
  );
}

/** The calendar's helper text (spec section 2). */
function windowInWords(period: RentalPeriod | undefined): string {
  return period?.apiPeriodType === 'day' ? texts.withinNextWeek : texts.withinNext6Months;
}
