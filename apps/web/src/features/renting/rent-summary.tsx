import { type RentalPeriod, rentalCostCents, usd } from '@pocketfleet/rules';
import { Button, buttonClass } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { instantInWords } from './local-time.ts';
import type { RentalPlan } from './selection.ts';
import { type SummaryRow, SummaryRows, SummaryTotal } from './summary-rows.tsx';

type Props = {
  period: RentalPeriod | undefined;
  plan: RentalPlan | null;
  zone: string;
  requested: number;
  /** Fewer than requested when the stock is short; then the summary is for these. */
  counted: number;
  action: SummaryAction;
};

export type SummaryAction =
  | { kind: 'disabled'; label: string; reason: string; isBusy?: boolean }
  | { kind: 'link'; label: string; path: string; note: string };

/** Phones, period, start, end and total; when short, for the available ones, the full request in small text. */
export function RentSummary({ period, plan, zone, requested, counted, action }: Props) {
  const isShort = counted < requested;
  const rows: SummaryRow[] = [
    {
      label: 'Phones',
      value: (
        <>
          <span className="font-medium">{counted}</span>
          {isShort ? <span className="text-second text-small"> of {requested} requested</span> : null}
        </>
      ),
    },
    { label: 'Period', value: period?.label ?? '-' },
    { label: 'Start', value: plan ? instantInWords(plan.startMs, zone) : '-', isMono: true },
    { label: 'End', value: plan ? instantInWords(plan.endMs, zone) : '-', isMono: true },
    { label: 'Price', value: period ? `${counted} × ${usd(period.priceCents)}` : '-', isMono: true },
  ];
  return (
    <section
      aria-labelledby="summary"
      className="rounded-card border border-hairline bg-surface p-5 sm:p-6 lg:sticky lg:top-20"
    >
      <h2 id="summary" className="mb-4 font-semibold text-card">
        Summary
      </h2>
      <SummaryRows rows={rows} />
      <SummaryTotal
        label="Total"
        amount={period ? usd(rentalCostCents(counted, period)) : '-'}
        note={
          isShort && period
            ? `Full request: ${requested} phones, ${usd(rentalCostCents(requested, period))} USD`
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
    </section>
  );
}
