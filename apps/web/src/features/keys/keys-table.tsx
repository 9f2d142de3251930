import type { Device, Key, MadeKey } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { type Column, DataTable } from '@pocketfleet/ui';
import { formatAge, formatDay } from '@pocketfleet/ui/format';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import * as texts from '#language/keys';
import { KeyActions } from './key-actions.tsx';
import { endsSoon, permissionsText, timeUntil } from './key-view.ts';

type Props = {
  keys: readonly Key[];
  devices: readonly Device[];
  nowMs: number;
  onRotated(key: MadeKey): void;
};

export function KeysTable({ keys, devices, nowMs, onRotated }: Props) {
  return (
    <DataTable
      label={texts.keys}
      columns={columnsOf(devices, nowMs, onRotated)}
      rows={keys}
      rowKey={({ id }) => id}
      rowHeightPx={56}
    />
  );
}

function columnsOf(devices: readonly Device[], nowMs: number, onRotated: Props['onRotated']): Column<Key>[] {
  return [
    {
      key: 'name',
      title: texts.name,
      widthPx: 190,
      isMultiline: true,
      cell: (row) => (
        <Lines
          first={<span className="font-medium">{row.name}</span>}
          second={<span className="whitespace-nowrap font-mono">{`${row.prefix}…${row.last_four}`}</span>}
        />
      ),
    },
    {
      key: 'permissions',
      title: texts.itMay,
      widthPx: 180,
      isMultiline: true,
      cell: (row) => <Lines first={permissionsText(row.permissions)} second={limitsText(row)} />,
    },
    {
      key: 'phones',
      title: texts.phones,
      widthPx: 110,
      isMultiline: true,
      cell: ({ phones }) => <Phones phones={phones} devices={devices} />,
    },
    {
      key: 'last_use',
      title: texts.lastUse,
      widthPx: 160,
      isMultiline: true,
      cell: (row) => (
        <Lines
          first={row.last_used_at === null ? texts.never : formatAge(row.last_used_at, nowMs)}
          second={
            row.old_key
              ? texts.oldKeyWorksMore(timeUntil(row.old_key.ends_at, nowMs))
              : row.last_used_from && texts.from(row.last_used_from)
          }
        />
      ),
    },
    {
      key: 'ends',
      title: texts.ends,
      widthPx: 120,
      isMultiline: true,
      cell: (row) => <End row={row} nowMs={nowMs} />,
    },
    {
      key: 'actions',
      title: texts.actions,
      isTitleHidden: true,
      isAction: true,
      widthPx: 250,
      cell: (row) => <KeyActions row={row} onRotated={onRotated} />,
    },
  ];
}

function Lines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="block min-w-0">
      <span className="block">{first}</span>
      {second ? <span className="block break-words text-second text-small">{second}</span> : null}
    </span>
  );
}

function End({ row, nowMs }: { row: Key; nowMs: number }) {
  if (!endsSoon(row, nowMs)) return <>{formatDay(row.expires_at)}</>;
  return (
    <span className="inline-flex items-center gap-1.5 text-warning">
      <TriangleAlert size={14} className="shrink-0" />
      {texts.endsSoon(timeUntil(row.expires_at, nowMs))}
    </span>
  );
}

function limitsText({ monthly_limit_cents, hours_a_day, networks }: Key): string {
  return [
    ...(monthly_limit_cents > 0 ? [texts.aMonth(usd(monthly_limit_cents))] : []),
    ...(hours_a_day === null ? [] : [texts.hoursADay(hours_a_day)]),
    ...(networks.length > 0 ? [texts.onlyFrom(networks.join(', '))] : []),
  ].join('. ');
}

/** A tag stays in one line: its hyphen is no place to break it. */
function Phones({ phones, devices }: { phones: Key['phones']; devices: readonly Device[] }) {
  if (phones === 'all') return texts.all;
  const tags = phones.map((id) => devices.find((device) => device.id === id)?.tag ?? texts.notYours);
  return tags.map((tag, index) => (
    <span key={phones[index]}>
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{tag}</span>
    </span>
  ));
}
