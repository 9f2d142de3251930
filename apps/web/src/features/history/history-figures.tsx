import type { UsageFigures } from '@pocketfleet/contract';
import { Skeleton } from '@pocketfleet/ui';

/** Four figures over all assignments, as the server counts them; null while they load. */
export function HistoryFigures({ figures }: { figures: UsageFigures | null }) {
  const cells: readonly (readonly [string, string | undefined])[] = [
    ['Total Devices Used', figures?.devices_used.toString()],
    ['Currently Active', figures?.active.toString()],
    ['Completed', figures?.completed.toString()],
    ['Avg. Usage', figures ? `${figures.average_usage_hours}h` : undefined],
  ];
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-hairline bg-surface md:grid-cols-4 [&>*]:border-hairline max-md:[&>*:nth-child(-n+2)]:border-b [&>*:nth-child(even)]:border-l md:[&>*:nth-child(3)]:border-l">
      {cells.map(([label, value]) => (
        <div key={label} className="px-5 py-4">
          <dt className="text-second text-small">{label}</dt>
          <dd className="mt-1 h-8 font-semibold text-total tabular-nums">
            {value ?? <Skeleton className="mt-1 h-6 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
