import type { ReactNode } from 'react';

export type SummaryRow = { label: string; value: ReactNode; isMono?: boolean };

/** Label and value, one pair a line, with hairlines between. */
export function SummaryRows({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl className="border-hairline border-t">
      {rows.map(({ label, value, isMono }) => (
        <div
          key={label}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-hairline border-b py-2.5 last:border-main"
        >
          <dt className="text-second">{label}</dt>
          <dd className={isMono ? 'font-mono text-small tabular-nums' : 'tabular-nums'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The large figure that closes a summary. */
export function SummaryTotal(props: { label: string; amount: string; note?: ReactNode }) {
  return (
    <div className="pt-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{props.label}</span>
        <span>
          <span className="font-semibold text-total tabular-nums">{props.amount}</span>{' '}
          <span className="text-small text-third">USD</span>
        </span>
      </p>
      {props.note ? (
        <p className="mt-1 text-right text-second text-small tabular-nums">{props.note}</p>
      ) : null}
    </div>
  );
}
