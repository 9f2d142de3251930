import { StatStrip } from '@pocketfleet/ui';
import { X } from 'lucide-react';
import type { Counters } from './device-view.ts';

/** How many phones there are of each kind; null while they load. */
export function CountersStrip({ counters }: { counters: Counters | null }) {
  const scheduled = counters?.scheduled ?? 0;
  return (
    <StatStrip
      stats={[
        { label: 'Total Phones', value: counters?.total },
        {
          label: 'Online',
          icon: <span aria-hidden="true" className="size-2 rounded-full bg-online-bar" />,
          value: counters?.online,
        },
        {
          label: 'Offline',
          icon: <X size={14} className="-mx-[3px] text-third" />,
          value: counters?.offline,
        },
        {
          label: 'Assigned',
          value: counters?.assigned,
          note: scheduled > 0 ? `${scheduled} scheduled` : undefined,
        },
      ]}
    />
  );
}
