import { brand, usd } from '@pocketfleet/rules';
import { Banner, Button, Card } from '@pocketfleet/ui';
import { formatMoment } from '@pocketfleet/ui/format';
import { requestSentence } from '../../api/errors.ts';
import { periodInWords } from './order-summary.tsx';
import type { RentalPlan } from './selection.ts';
import { SummaryRows, SummaryTotal } from './summary-rows.tsx';

/** The request before it is sent. On failure everything stays, with what went wrong. */
export function RequestSummary(props: {
  plan: RentalPlan;
  /** How many were free when the customer chose; null when the page was not told. */
  available: number | null;
  zone: string;
  error: unknown;
  isSending: boolean;
  onSubmit(): void;
}) {
  const { plan, available, zone } = props;
  return (
    <Card title="Your request">
      <SummaryRows
        rows={[
          { label: 'Requested phones', value: <span className="font-medium">{plan.phoneCount}</span> },
          { label: 'Available now', value: available ?? '-' },
          { label: 'Period', value: periodInWords(plan.period) },
          { label: 'Start', value: formatMoment(plan.startMs, zone), isMono: true },
          { label: 'End', value: formatMoment(plan.endMs, zone), isMono: true },
        ]}
      />
      <SummaryTotal
        label="Estimated total"
        amount={usd(plan.totalCents)}
        note="Final pricing will be confirmed by our sales team"
      />
      {props.error ? (
        <div className="mt-4">
          <Banner kind="error">{requestSentence(props.error)}</Banner>
        </div>
      ) : null}
      <Button
        kind="primary"
        size="large"
        className="mt-5 w-full"
        isBusy={props.isSending}
        onClick={props.onSubmit}
      >
        {props.isSending ? 'Submitting Request...' : 'Submit Rental Request'}
      </Button>
      <p className="mt-3 text-balance text-center text-second text-small">
        Nothing is charged. Our sales team answers within {brand.salesAnswerHours} hours.
      </p>
    </Card>
  );
}
