import type { Connection, Device } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { type Column, DataTable } from '@pocketfleet/ui';
import { formatDay } from '@pocketfleet/ui/format';
import * as texts from '#language/connect';
import { actionsAMinute, hoursADay } from '#language/keys';
import { machineName } from '../../browser-name.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { permissionsText } from './key-view.ts';
import { LastUse } from './last-use.tsx';
import { Lines } from './lines.tsx';

type Props = { connections: readonly Connection[]; devices: readonly Device[]; nowMs: number };

export function ConnectionsTable({ connections, devices, nowMs }: Props) {
  return (
    <DataTable
      label={texts.connected}
      columns={columnsOf(devices, nowMs)}
      rows={connections}
      rowKey={({ id }) => id}
      rowHeightPx={56}
    />
  );
}

function columnsOf(devices: readonly Device[], nowMs: number): Column<Connection>[] {
  return [
    {
      key: 'program',
      title: texts.program,
      widthPx: 200,
      isMultiline: true,
      cell: ({ program, machine, is_own, made_by }) => (
        <Lines
          first={<span className="break-words font-medium">{program}</span>}
          second={
            is_own ? machineName(machine) : `${machineName(machine)} ${texts.connectedBy(made_by.username)}`
          }
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
      cell: ({ phones }) => phonesText(phones, devices),
    },
    {
      key: 'last_use',
      title: texts.lastUse,
      widthPx: 140,
      isMultiline: true,
      cell: (row) => <LastUse row={row} nowMs={nowMs} />,
    },
    {
      key: 'ends',
      title: texts.ends,
      widthPx: 110,
      isMultiline: true,
      cell: ({ expires_at }) => formatDay(expires_at),
    },
    {
      key: 'actions',
      title: texts.actions,
      isTitleHidden: true,
      isAction: true,
      widthPx: 210,
      foldedWidthPx: 200,
      cell: (row) => <ConnectionActions row={row} />,
    },
  ];
}

function limitsText({ monthly_limit_cents, hours_a_day, actions_a_minute }: Connection): string {
  return [
    ...(monthly_limit_cents > 0 ? [texts.aMonth(usd(monthly_limit_cents))] : []),
    ...(hours_a_day === null ? [] : [hoursADay(hours_a_day)]),
    ...(actions_a_minute ? [actionsAMinute(actions_a_minute)] : []),
  ].join('. ');
}

function phonesText(phones: Connection['phones'], devices: readonly Device[]): string {
  if (phones === 'all') return texts.all;
  return phones.map((id) => devices.find((device) => device.id === id)?.tag ?? texts.notYours).join(', ');
}
