import { brand, usd } from '@pocketfleet/rules';
import { Banner, Button, Card, TextArea } from '@pocketfleet/ui';
import { formatMoment } from '@pocketfleet/ui/format';
import { useState } from 'react';
import * as texts from '#language/renting';
import { requestSentence } from '../../api/errors.ts';
import { modelsRow, periodInWords } from './order-summary.tsx';
import type { RentalPlan } from './selection.ts';
import { SummaryRows, SummaryTotal } from './summary-rows.tsx';

/** The request before it is sent. On failure everything stays, with what went wrong. */
export function RequestSummary(props: {
  plan: RentalPlan;
  /** How many were free when the customer chose; null when the page doesn't know. */
  available: number | null;
  zone: string;
  /** The text that the field begins with. */
  initialNote: string;
  error: unknown;
  isSending: boolean;
  onSubmit(note: string): void;
}) {
  const { plan, available, zone } = props;
  const [note, setNote] = useState(props.initialNote);
  return (
    <Card title={texts.yourRequest}>
      <SummaryRows
        rows={[
          { label: texts.requestedPhones, value: <span className="font-medium">{plan.phoneCount}</span> },
          ...modelsRow(plan),
          ...(available === null ? [] : [{ label: texts.availableNow, value: available }]),
          { label: texts.period, value: periodInWords(plan.period) },
          { label: texts.start, value: formatMoment(plan.startMs, zone), isMono: true },
          { label: texts.end, value: formatMoment(plan.endMs, zone), isMono: true },
        ]}
      />
      <SummaryTotal
        label={texts.estimatedTotal}
        amount={usd(plan.totalCents)}
        note={texts.finalPricingWillBeConfirmed}
      />
      <div className="mt-5">
        <TextArea
          label={texts.whatElseShouldWeKnow}
          hint={texts.forExampleModels}
          value={note}
          maxLength={2_000}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
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
        onClick={() => props.onSubmit(note.trim())}
      >
        {props.isSending ? texts.submittingRequest : texts.submitRentalRequest}
      </Button>
      <p className="mt-3 text-balance text-center text-second text-small">
        {texts.nothingIsChargedOurSales(brand.salesAnswerHours)}
      </p>
    </Card>
  );
}
