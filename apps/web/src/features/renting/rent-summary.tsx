import type { ChosenModel } from '@pocketfleet/contract';
import {
  billedAtOnce,
  endOfPeriod,
  plans,
  type RentalPeriod,
  rentalCostCents,
  usd,
} from '@pocketfleet/rules';
import { Button, buttonClass, Card } from '@pocketfleet/ui';
import { formatDay, formatMoment } from '@pocketfleet/ui/format';
import { Link } from 'react-router';
import * as texts from '#language/renting';
import { paths, withQuery } from '../../paths.ts';
import { modelsRow } from './order-summary.tsx';
import { type RentalPlan, writeSelection } from './selection.ts';
import { askForLonger } from './short-order.ts';
import { type SummaryRow, SummaryRows, SummaryTotal } from './summary-rows.tsx';

type Props = {
  period: RentalPeriod | undefined;
  plan: RentalPlan | null;
  /** YYYY-MM-DD: without a start time the days are shown alone. */
  startDate: string;
  zone: string;
  requested: number;
  /** Which models are counted. */
  models: readonly ChosenModel[];
  /** Fewer than requested when the stock is short; then the summary is for these. */
  counted: number;
  action: SummaryAction;
  /** The sales request for this selection; null until it is known what is free. */
  requestPath: string | null;
};

export type SummaryAction =
  | { kind: 'disabled'; label: string; reason: string; isBusy?: boolean }
  | { kind: 'link'; label: string; path: string; note: string };

/** Phones, period, start, end and total; when short, for the available ones, the full request in small text. */
export function RentSummary(props: Props) {
  const { period, plan, startDate, zone, requested, counted, action, requestPath } = props;
  const isShort = counted < requested;
  const days = daysOf(startDate, period);
  const rows: SummaryRow[] = [
    {
      label: texts.phones,
      value: (
        <>
          <span className="font-medium">{counted}</span>
          {isShort ? <span className="text-second text-small">{texts.ofRequested(requested)}</span> : null}
        </>
      ),
    },
    ...modelsRow({ models: props.models, phoneCount: counted }),
    { label: texts.period, value: period?.label ?? '-' },
    { label: texts.start, value: plan ? formatMoment(plan.startMs, zone) : days.start, isMono: true },
    { label: texts.end, value: plan ? formatMoment(plan.endMs, zone) : days.end, isMono: true },
    { label: texts.price, value: period ? `${counted} × ${usd(period.priceCents)}` : '-', isMono: true },
  ];
  return (
    <Card title={texts.summary} className="lg:sticky lg:top-20">
      <SummaryRows rows={rows} />
      <SummaryTotal
        label={texts.total}
        amount={period ? usd(rentalCostCents(counted, period)) : '-'}
        note={
          isShort && period
            ? texts.fullRequestPhonesUsd(requested, usd(rentalCostCents(requested, period)))
            : null
        }
      />
      <div className="mt-4">
        {action.kind === 'link' ? (
          <Link to={action.path} className={`${buttonClass('primary', 'large')} w-full`}>
            {action.label}
          </Link>
        ) : (
          <Button
            kind="primary"
            size="large"
            disabled
            isBusy={action.isBusy ?? false}
            className="w-full"
            aria-describedby="summary-note"
          >
            {action.label}
          </Button>
        )}
        <p id="summary-note" className="mt-3 text-balance text-center text-second text-small">
          {action.kind === 'link' ? action.note : action.reason}
        </p>
      </div>
      <BilledAtOnce period={period} plan={plan} requestPath={requestPath} />
    </Card>
  );
}

/** First and last day of a rental whose time of day is not chosen yet. */
function daysOf(startDate: string, period: RentalPeriod | undefined): { start: string; end: string } {
  const startMs = Date.parse(`${startDate}T00:00:00Z`);
  const endMs = period ? endOfPeriod(startMs, period.apiPeriodType, period.periods) : null;
  return {
    start: formatDay(startMs, 'UTC'),
    end: endMs === null ? '-' : formatDay(endMs, 'UTC'),
  };
}

/** The list's price has no saving; the plan's has one, arranged with our team. */
function BilledAtOnce(props: Pick<Props, 'period' | 'plan' | 'requestPath'>) {
  const atOnce = billedAtOnce(props.period);
  if (atOnce === null) return <LongerIsCheaper {...props} />;
  return (
    <p className="mt-4 border-hairline border-t pt-4 text-second text-small">
      <span className="mr-2 whitespace-nowrap rounded-key bg-lime px-1.5 py-0.5 font-semibold text-caption text-ink">
        {atOnce.badge}
      </span>
      {texts.sixMonthsBilledAtOnce}
      {usd(atOnce.monthCents)}
      {texts.aMonth}
      {usd(atOnce.totalCents)}
      {texts.forEachPhone}
      {props.requestPath ? (
        <Link to={props.requestPath} className="font-medium text-main underline underline-offset-4">
          {texts.requestThisFromSales}
        </Link>
      ) : null}
      {props.plan ? null : texts.fillInYourStart}
    </p>
  );
}

/** The lower price of a month when more of them are arranged with our team at once. */
function LongerIsCheaper({ period, plan }: Pick<Props, 'period' | 'plan'>) {
  const monthly = plans.find(({ unit }) => unit === 'month');
  const isLong = period?.apiPeriodType === 'month' || (period?.totalDays ?? 0) >= 14;
  if (monthly === undefined || !isLong) return null;
  return (
    <p className="mt-4 border-hairline border-t pt-4 text-second text-small">
      {texts.longerIsCheaper(usd(monthly.priceCents.sixMonths), usd(monthly.priceCents.yearly))}
      {plan ? (
        <Link
          to={withQuery(paths.rentRequest, askForLonger(writeSelection(plan)))}
          className="font-medium text-main underline underline-offset-4"
        >
          {texts.askForThesePrices}
        </Link>
      ) : (
        texts.chooseAStartToAsk
      )}
    </p>
  );
}
