import { PageHeader } from '@pocketfleet/ui';
import { browserZone } from '@pocketfleet/ui/format';
import * as texts from '#language/renting';
import { AvailabilityCard } from '../features/renting/availability-card.tsx';
import { freeModels } from '../features/renting/chosen-models.ts';
import { localDate, localTime } from '../features/renting/local-time.ts';
import { ModelChoice } from '../features/renting/model-choice.tsx';
import { useLeftPayment } from '../features/renting/payment/use-left-payment.ts';
import { PeriodChoice } from '../features/renting/period-choice.tsx';
import { RentSummary } from '../features/renting/rent-summary.tsx';
import {
  planOf,
  type RentalSelection,
  readSelection,
  selectionErrors,
  writeSelection,
} from '../features/renting/selection.ts';
import { nextStartOf, requestQuery } from '../features/renting/short-order.ts';
import { NextStart } from '../features/renting/short-stock.tsx';
import { StartChoice } from '../features/renting/start-choice.tsx';
import { summaryAction } from '../features/renting/summary-action.ts';
import { useAvailability } from '../features/renting/use-availability.ts';
import { useMinute } from '../features/renting/use-minute.ts';
import { useModelCounts } from '../features/renting/use-models.ts';
import { useSelectionQuery } from '../features/renting/use-selection-query.ts';
import { paths, withQuery } from '../paths.ts';
import { usePageTitle } from './page-title.ts';

/** The address holds every choice; the page renders from it. */
export function RentPage() {
  usePageTitle(texts.rentPhones);
  useLeftPayment('rental');
  const [query, changeQuery] = useSelectionQuery();
  const nowMs = useMinute();
  const zone = browserZone();
  const today = localDate(nowMs, zone);
  const selection = readSelection(query, today, localTime(nowMs, zone));
  const found = planOf(selection, zone, nowMs);
  const error = 'error' in found ? found.error : null;
  const plan = 'error' in found ? null : found;
  const availability = useAvailability(plan, selection.isNow);

  const change = (next: Partial<RentalSelection>) =>
    changeQuery((known) => {
      const now = Date.now();
      return writeSelection({
        ...readSelection(known, localDate(now, zone), localTime(now, zone)),
        // A date or a time that was chosen doesn't follow the clock.
        ...('startDate' in next || 'startTime' in next ? { isNow: false } : {}),
        ...next,
      });
    });

  const answer = availability.status === 'validated' ? availability.answer : null;
  const counts = useModelCounts(plan, answer, selection.isNow);
  const next = plan && answer ? nextStartOf(plan, answer, { zone, today }) : null;
  const requestPath = plan && answer ? withQuery(paths.rentRequest, requestQuery(plan, answer)) : null;
  const isTimeWrong = error === 'past' || error === 'no_such_time' || error === 'too_far';
  return (
    <div className="mx-auto max-w-[1280px] px-4 py-6 sm:px-8">
      <PageHeader title={texts.rentPhones} lead={texts.realUsBasedPhonesReady} />
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_300px] xl:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid min-w-0 gap-4">
          <PeriodChoice
            value={selection.period}
            // Another period has another window, so the start is reset (spec section 2).
            onChange={(period) => change({ period, startDate: today, startTime: '', isNow: selection.isNow })}
          />
          <StartChoice
            selection={selection}
            zone={zone}
            today={today}
            error={isTimeWrong ? selectionErrors[error] : null}
            onChange={change}
          />
          <ModelChoice
            models={selection.models}
            phoneCount={selection.phoneCount}
            counts={counts}
            onChange={change}
          />
          <AvailabilityCard
            state={availability}
            phoneCount={selection.phoneCount}
            idleText={error === null || error === 'no_time' ? texts.fillInAStartTime : selectionErrors[error]}
            requestPath={requestPath}
            nextStart={
              next ? (
                <NextStart
                  phoneCount={selection.phoneCount}
                  startMs={next.startMs}
                  zone={zone}
                  onUse={next.choice ? () => change(next.choice ?? {}) : undefined}
                />
              ) : null
            }
          />
        </div>
        <RentSummary
          period={selection.period}
          plan={plan}
          zone={zone}
          requested={selection.phoneCount}
          startDate={selection.startDate}
          models={answer && !answer.available ? freeModels(selection.models, answer) : selection.models}
          // None is a count, too: the summary is for what can be had (spec section 4).
          counted={answer && !answer.available ? answer.available_phones_count : selection.phoneCount}
          action={summaryAction({ error, plan, availability })}
          requestPath={requestPath}
        />
      </div>
    </div>
  );
}
