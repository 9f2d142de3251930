import type { UsageFigures } from '@pocketfleet/contract';
import { StatStrip } from '@pocketfleet/ui';
import * as texts from '#language/history';

/** Four figures over all assignments, as the server counts them; null while they load. */
export function HistoryFigures({ figures }: { figures: UsageFigures | null }) {
  return (
    <StatStrip
      stats={[
        { label: texts.totalDevicesUsed, value: figures?.devices_used },
        { label: texts.currentlyActive, value: figures?.active },
        { label: texts.completed, value: figures?.completed },
        { label: texts.avgUsage, value: figures ? `${figures.average_usage_hours}h` : undefined },
      ]}
    />
  );
}
