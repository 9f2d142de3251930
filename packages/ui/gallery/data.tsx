import { useState } from 'react';
import {
  BatteryBar,
  FactsTable,
  SortHeader,
  StatusDot,
  Table,
  TableFrame,
  Td,
  Th,
  Tr,
  WithExactTime,
} from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

const rows = [
  { tag: 'PF-001', model: 'Pixel 8', battery: 87, isOnline: true },
  {
    tag: 'PF-002',
    model: 'A model whose name is far too long for any column of a table',
    battery: 42,
    isOnline: true,
  },
  { tag: 'PF-003', model: 'Galaxy S23', battery: 12, isOnline: false },
];

export function Data() {
  const [direction, setDirection] = useState<'asc' | 'desc'>('asc');
  const sorted = [...rows].sort((a, b) => (direction === 'asc' ? 1 : -1) * (a.tag < b.tag ? -1 : 1));
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
      <Specimen name="Table: sorted and sortable heads, rows">
        <div className="w-full">
          <TableFrame label="Sample phones">
            <Table>
              <thead>
                <tr>
                  <SortHeader
                    direction={direction}
                    onSort={() => setDirection(direction === 'asc' ? 'desc' : 'asc')}
                  >
                    Tag
                  </SortHeader>
                  <SortHeader direction={null} onSort={() => undefined}>
                    Model
                  </SortHeader>
                  <Th>Status</Th>
                  <Th>Battery</Th>
                </tr>
              </thead>
              <tbody>
                {sorted.map(({ tag, model, battery, isOnline }) => (
                  <Tr key={tag}>
                    <Td className="font-mono text-small">{tag}</Td>
                    <Td className="max-w-40 truncate">{model}</Td>
                    <Td>
                      <StatusDot kind={isOnline ? 'online' : 'offline'}>
                        {isOnline ? 'Online' : 'Offline'}
                      </StatusDot>
                    </Td>
                    <Td>
                      <BatteryBar percent={battery} isStale={!isOnline} />
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          </TableFrame>
        </div>
      </Specimen>
      <Specimen name="FactsTable, too narrow for its columns">
        <div className="w-full max-w-80">
          <TableFrame label="Sample facts">
            <FactsTable>
              <thead>
                <tr>
                  <Th>Tag</Th>
                  <Th>Model</Th>
                  <Th>Status</Th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ tag, model, isOnline }) => (
                  <Tr key={tag}>
                    <Td className="font-mono text-small">{tag}</Td>
                    <Td data-label="Model">{model}</Td>
                    <Td data-label="Status">
                      <StatusDot kind={isOnline ? 'online' : 'offline'}>
                        {isOnline ? 'Online' : 'Offline'}
                      </StatusDot>
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </FactsTable>
          </TableFrame>
        </div>
      </Specimen>
    </Sheet>
  );
}
