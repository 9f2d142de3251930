import type { UsageFigures } from '@pocketfleet/contract';
import { StatStrip } from '@pocketfleet/ui';
import * as texts from '#language/history';
import { formatHours } from './assignment-view.ts';

/** Four figures over all assignments, as the server counts them; null while they load. */
export function HistoryFigures({ figures }: { figures: UsageFigures | null }) {
  return (
    <StatStrip
      stats={[
        { label: texts.totalDevicesUsed, value: figures?.devices_used },
        { label: texts.currentlyActive, value: figures?.active },
        { label: texts.completed, value: figures?.completed },
        { label: texts.avgUsage, value: figures ? averageOf(figures) : undefined },
      ]}
    />
  );
}

/** The server's average is in whole hours. */
function averageOf({ average_usage_hours: hours, devices_used }: UsageFigures): string {
  return formatHours(hours === 0 && devices_used > 0 ? 0.5 : hours);
}
