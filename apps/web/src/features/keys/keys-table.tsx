import type { Device, Key, MadeKey } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { type Column, DataTable } from '@pocketfleet/ui';
import { formatDay } from '@pocketfleet/ui/format';
import { TriangleAlert } from 'lucide-react';
import * as texts from '#language/keys';
import { KeyActions } from './key-actions.tsx';
import { endsSoon, permissionsText, timeUntil } from './key-view.ts';
import { LastUse } from './last-use.tsx';
import { Lines } from './lines.tsx';

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
      // Beside the sheet of a new key there is no room for the columns.
      foldBelowPx={880}
      factWidth="8.5rem"
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
        <LastUse
          row={row}
          nowMs={nowMs}
          note={row.old_key ? texts.oldKeyWorksMore(timeUntil(row.old_key.ends_at, nowMs)) : undefined}
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
      isRight: true,
      // Up to four buttons: in a narrow window there is no room for them beside the name.
      isOwnLine: true,
      widthPx: 250,
      cell: (row) => <KeyActions row={row} onRotated={onRotated} />,
    },
  ];
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

function limitsText({ monthly_limit_cents, hours_a_day, actions_a_minute, networks }: Key): string {
  return [
    ...(monthly_limit_cents > 0 ? [texts.aMonth(usd(monthly_limit_cents))] : []),
    ...(hours_a_day === null ? [] : [texts.hoursADay(hours_a_day)]),
    ...(actions_a_minute ? [texts.actionsAMinute(actions_a_minute)] : []),
    ...(networks.length > 0 ? [texts.onlyFrom(networks.join(', '))] : []),
  ].join('. ');
}

/** A tag stays in one line: its hyphen is no place to break it. */
function Phones({ phones, devices }: { phones: Key['phones']; devices: readonly Device[] }) {
  if (phones === 'all') return texts.all;
  const tags = phones.map((id) => devices.find((device) => device.id === id)?.tag ?? texts.notYours);
  return tags.map((tag, index) => (
    <span key={phones[index]}>
      <span className="whitespace-nowrap">
        {tag}
        {index < tags.length - 1 && ','}
      </span>{' '}
    </span>
  ));
}
