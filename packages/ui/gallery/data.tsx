import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import {
  BatteryBar,
  buttonClass,
  type Column,
  DataTable,
  DescriptionList,
  type SortState,
  StatStrip,
  StatusDot,
  WithExactTime,
} from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

type Phone = { tag: string; model: string; battery: number; isOnline: boolean };

const phones: readonly Phone[] = [
  { tag: 'PF-001', model: 'Pixel 8', battery: 87, isOnline: true },
  {
    tag: 'PF-002',
    model: 'A model whose name is far too long for any column of a table',
    battery: 42,
    isOnline: true,
  },
  { tag: 'PF-003', model: 'Galaxy S23', battery: 12, isOnline: false },
];

const columns: readonly Column<Phone>[] = [
  { key: 'tag', title: 'Tag', widthPx: 120, isMono: true, sortBy: ({ tag }) => tag, cell: ({ tag }) => tag },
  {
    key: 'model',
    title: 'Model',
    widthPx: 240,
    isMultiline: true,
    sortBy: ({ model }) => model,
    cell: ({ model }) => model,
  },
  {
    key: 'status',
    title: 'Status',
    widthPx: 120,
    cell: ({ isOnline }) => (
      <StatusDot kind={isOnline ? 'online' : 'offline'}>{isOnline ? 'Online' : 'Offline'}</StatusDot>
    ),
  },
  {
    key: 'battery',
    title: 'Battery',
    widthPx: 160,
    sortBy: ({ battery }) => battery,
    cell: ({ battery, isOnline }) => <BatteryBar percent={battery} isStale={!isOnline} />,
  },
  {
    key: 'stream',
    title: 'Stream',
    widthPx: 120,
    cell: ({ tag }) => (
      <a href="#top" aria-label={`Stream ${tag}`} className={buttonClass('row', 'small')}>
        Stream
      </a>
    ),
  },
];

export function Data() {
  const [sort, setSort] = useState<SortState>({ key: 'tag', direction: 'asc' });
  const table = { columns, rows: phones, rowKey: ({ tag }: Phone) => tag, sort, onSort: setSort };
  return (
    <Sheet title="Data">
      <Specimen name="BatteryBar: green, yellow, red, last known, unknown" onInk>
        {[87, 42, 12].map((percent) => (
          <BatteryBar key={percent} percent={percent} />
        ))}
        <BatteryBar percent={64} isStale />
        <BatteryBar percent={null} />
      </Specimen>
      <Specimen name="WithExactTime: on hover, focus and tap" onInk>
        <WithExactTime exact="Until Nov 30, 2026, 14:05" className="font-mono text-small">
          6d 23h
        </WithExactTime>
      </Specimen>
      <Specimen name="StatStrip: values, an icon, a note, loading">
        <div className="w-full">
          <StatStrip
            stats={[
              { label: 'Phones', value: 12 },
              { label: 'Online', value: 11, icon: <Smartphone size={14} /> },
              { label: 'Assigned', value: 9, note: '2 scheduled' },
              { label: 'Offline', value: undefined },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="DescriptionList: columns, rows" onInk>
        <DescriptionList
          items={[
            ['Model', 'Pixel 8'],
            ['Host', 'host-01'],
          ]}
        />
        <DescriptionList
          layout="rows"
          items={[
            ['Phones', '3'],
            ['Total', '$ 97.50'],
          ]}
          className="w-64"
        />
      </Specimen>
      <Specimen name="DataTable: sorted, loading, folded into facts, folded into lines">
        <div className="w-full">
          <DataTable {...table} label="Sample phones" />
        </div>
        <div className="w-full">
          <DataTable {...table} label="Loading phones" rows={[]} skeletonRows={2} />
        </div>
        <div className="w-full max-w-80">
          <DataTable {...table} label="Phones as facts" />
        </div>
        <div className="w-full max-w-80">
          <DataTable {...table} label="Phones as lines" folding="lines" />
        </div>
      </Specimen>
    </Sheet>
  );
}
