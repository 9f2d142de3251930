import { DescriptionList } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import * as texts from '#language/renting';

export type SummaryRow = { label: string; value: ReactNode; isMono?: boolean };

/** Label and value of each row, with a line above the total. */
export function SummaryRows({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <DescriptionList
      layout="rows"
      className="border-y border-t-hairline border-b-main"
      items={rows.map(({ label, value, isMono }) => [
        label,
        isMono ? (
          <span key={label} className="font-mono text-small">
            {value}
          </span>
        ) : (
          value
        ),
      ])}
    />
  );
}

/** The large figure that closes a summary. */
export function SummaryTotal(props: { label: string; amount: string; note?: ReactNode }) {
  return (
    <div className="pt-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{props.label}</span>
        <span className="ml-auto">
          <span className="font-semibold text-total tabular-nums">{props.amount}</span>{' '}
          <span className="text-small text-third">{texts.usd}</span>
        </span>
      </p>
      {props.note ? (
        <p className="mt-1 text-right text-second text-small tabular-nums">{props.note}</p>
      ) : null}
    </div>
  );
}
