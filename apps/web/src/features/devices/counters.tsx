import { Skeleton } from '@pocketfleet/ui';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Counters } from './device-view.ts';

/** One strip divided by hairlines; null while loading. */
export function CountersStrip({ counters }: { counters: Counters | null }) {
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-hairline bg-surface md:grid-cols-4 [&>*]:border-hairline max-md:[&>*:nth-child(-n+2)]:border-b [&>*:nth-child(even)]:border-l md:[&>*:nth-child(3)]:border-l">
      <Counter label="Total Phones" value={counters?.total} />
      <Counter
        label="Online"
        icon={<span aria-hidden="true" className="size-2 rounded-full bg-online-bar" />}
        value={counters?.online}
      />
      <Counter
        label="Offline"
        icon={<X size={14} strokeWidth={1.75} aria-hidden="true" className="-mx-[3px] text-third" />}
        value={counters?.offline}
      />
      <Counter
        label="Assigned"
        value={counters?.assigned}
        note={counters && counters.scheduled > 0 ? `${counters.scheduled} scheduled` : undefined}
      />
    </dl>
  );
}

function Counter(props: {
  label: string;
  icon?: ReactNode;
  value: number | undefined;
  note?: string | undefined;
}) {
  return (
    <div className="px-5 py-4">
      <dt className="flex items-center gap-2 text-second text-small">
        {props.icon}
        {props.label}
      </dt>
      <dd className="mt-1 flex h-8 items-baseline gap-2.5">
        {props.value === undefined ? (
          <Skeleton className="mt-1 h-6 w-10" />
        ) : (
          <span className="font-semibold text-total tabular-nums">{props.value}</span>
        )}
        {props.note ? <span className="text-small text-third">{props.note}</span> : null}
      </dd>
    </div>
  );
}
