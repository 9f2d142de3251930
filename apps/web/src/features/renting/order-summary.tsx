import type { ChosenModel } from '@pocketfleet/contract';
import { modelsInWords, type RentalPeriod, usd } from '@pocketfleet/rules';
import { Card } from '@pocketfleet/ui';
import { formatCount, formatMoment } from '@pocketfleet/ui/format';
import type { ReactNode } from 'react';
import * as texts from '#language/renting';
import { type SummaryRow, SummaryRows, SummaryTotal } from './summary-rows.tsx';

export type OrderFigures = {
  period: RentalPeriod;
  phoneCount: number;
  /** How many phones of which model; the others may be any. */
  models?: readonly ChosenModel[];
  /** The count that was asked for, when the order was adjusted to what is free. */
  original: number;
  startMs: number;
  endMs: number;
  totalCents: number;
  /** The price is a quote of our team, not the table's. */
  isQuote?: boolean;
};

/** The ordered phones, the dates, and the price. */
export function OrderSummary(props: {
  figures: OrderFigures;
  zone: string;
  title: string;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const { period, phoneCount, original, startMs, endMs, totalCents } = props.figures;
  const rows: SummaryRow[] = [
    {
      label: texts.phones,
      value: (
        <>
          <span className="font-medium">{phoneCount}</span>
          {original > phoneCount ? (
            <span className="text-second text-small">{texts.adjustedFrom(original)}</span>
          ) : null}
        </>
      ),
    },
    ...modelsRow(props.figures),
    { label: texts.period, value: periodInWords(period) },
    { label: texts.start, value: formatMoment(startMs, props.zone), isMono: true },
    { label: texts.end, value: formatMoment(endMs, props.zone), isMono: true },
    props.figures.isQuote
      ? { label: texts.ourQuote, value: usd(totalCents), isMono: true }
      : {
          label: `${phoneCount} × ${usd(period.priceCents)}`,
          value: usd(phoneCount * period.priceCents),
          isMono: true,
        },
  ];
  return (
    <Card title={props.title} aside={props.aside}>
      <SummaryRows rows={rows} />
      <SummaryTotal label={texts.total} amount={usd(totalCents)} />
      {props.children}
    </Card>
  );
}

/** Which models were chosen; no row where any phone will do. */
export function modelsRow(selected: { models?: readonly ChosenModel[]; phoneCount: number }): SummaryRow[] {
  const models = modelsInWords(selected.models ?? [], selected.phoneCount);
  return models === null ? [] : [{ label: texts.models, value: models }];
}

/** "1 Month, 30 days" */
export function periodInWords(period: RentalPeriod): string {
  return `${period.label}, ${formatCount(period.totalDays, 'day')}`;
}
