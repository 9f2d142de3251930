import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

export type Stat = {
  label: string;
  icon?: ReactNode;
  /** Undefined while it is loaded. */
  value: string | number | undefined;
  note?: string | undefined;
};

/** Four figures in one strip, divided by hairlines; two by two on narrow screens. */
export function StatStrip({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-hairline bg-surface md:grid-cols-4 [&>*]:border-hairline max-md:[&>*:nth-child(-n+2)]:border-b [&>*:nth-child(even)]:border-l md:[&>*:nth-child(3)]:border-l">
      {stats.map(({ label, icon, value, note }) => (
        <div key={label} className="px-5 py-4">
          <dt className="flex items-center gap-2 text-second text-small">
            {icon}
            {label}
          </dt>
          <dd className="mt-1 flex h-8 items-baseline gap-2.5">
            {value === undefined ? (
              <Skeleton className="mt-1 h-6 w-10" />
            ) : (
              <span className="font-semibold text-total tabular-nums">{value}</span>
            )}
            {note ? <span className="text-small text-third">{note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
