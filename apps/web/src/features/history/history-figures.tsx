import type { UsageFigures } from '@pocketfleet/contract';
import { StatStrip } from '@pocketfleet/ui';

/** Four figures over all assignments, as the server counts them; null while they load. */
export function HistoryFigures({ figures }: { figures: UsageFigures | null }) {
  return (
    <StatStrip
      stats={[
        { label: 'Total Devices Used', value: figures?.devices_used },
        { label: 'Currently Active', value: figures?.active },
        { label: 'Completed', value: figures?.completed },
        { label: 'Avg. Usage', value: figures ? `${figures.average_usage_hours}h` : undefined },
      ]}
    />
  );
}
