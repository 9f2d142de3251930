import type { Device } from '@pocketfleet/contract';
import { DataTable, Skeleton } from '@pocketfleet/ui';
import * as texts from '#language/devices';
import { type DeviceColumnOptions, deviceColumns } from './device-columns.tsx';
import type { DeviceView } from './device-view.ts';
import type { DeviceSelection } from './use-selection.ts';

type Props = DeviceColumnOptions & {
  devices: readonly Device[];
  view: Pick<DeviceView, 'sort' | 'direction'>;
  onSort(change: Pick<DeviceView, 'sort' | 'direction'>): void;
};

export function DeviceTable({ devices, view, onSort, ...options }: Props) {
  const columns = deviceColumns(options);
  return (
    <DataTable
      label={texts.yourPhones}
      rows={devices}
      rowKey={({ assignment_id }) => assignment_id}
      columns={columns}
      sort={{ key: view.sort, direction: view.direction }}
      onSort={({ key, direction }) => onSort({ sort: key, direction })}
      folding="lines"
      foldBelowPx={foldBelowPx}
    />
  );
}

/** In a narrower frame, the cells would not hold their text. */
const foldBelowPx = 680;

const emptyColumns = deviceColumns({
  now: 0,
  onManage: () => {},
  onLabel: () => {},
  onShare: () => {},
  // Skeletons stand in for the cells.
  selection: {} as DeviceSelection,
  may: { rent: true, label: true, share: true },
});

export function DevicesSkeleton() {
  return (
    <div role="status" aria-label={texts.loadingYourPhones} className="space-y-5">
      {/* Search, two filters and the view, with their final widths. */}
      <div className="flex flex-wrap gap-2">
        <Skeleton className="h-9 w-full sm:w-auto sm:min-w-44 sm:max-w-[18.75rem] sm:flex-1" />
        <Skeleton className="h-9 w-[122px]" />
        <Skeleton className="h-9 w-[119px]" />
        <Skeleton className="h-9 w-[177px] sm:ml-auto" />
      </div>
      <DataTable
        label={texts.loadingYourPhones}
        rows={[]}
        rowKey={({ assignment_id }) => assignment_id}
        columns={emptyColumns}
        skeletonRows={6}
        folding="lines"
        foldBelowPx={foldBelowPx}
      />
    </div>
  );
}
