import { StatStrip } from '@pocketfleet/ui';
import { X } from 'lucide-react';
import * as texts from '#language/devices';
import type { Counters } from './device-view.ts';

/** How many phones there are of each kind; null while they load. */
export function CountersStrip({ counters }: { counters: Counters | null }) {
  const scheduled = counters?.scheduled ?? 0;
  return (
    <StatStrip
      stats={[
        { label: texts.totalPhones, value: counters?.total },
        {
          label: texts.online,
          icon: <span aria-hidden="true" className="size-2 rounded-full bg-online-bar" />,
          value: counters?.online,
        },
        {
          label: texts.offline,
          icon: <X size={14} className="-mx-[3px] text-third" />,
          value: counters?.offline,
        },
        {
          label: texts.assigned,
          value: counters?.assigned,
          note: scheduled > 0 ? texts.scheduled(scheduled) : undefined,
        },
      ]}
    />
  );
}
