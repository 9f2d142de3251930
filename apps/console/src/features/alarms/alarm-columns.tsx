import type { AlarmRow, Permission } from '@pocketfleet/contract';
import { type Column, StatusDot } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { alarmNames } from '../../parts/alarm-names.ts';
import { NoValue, Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { menuColumn, type RowAction } from '../../parts/row-menu.tsx';
import { paths } from '../../paths.ts';

export function alarmColumns(permissions: readonly Permission[]): Column<AlarmRow>[] {
  return [
    {
      key: 'kind',
      title: 'Alarm',
      widthPx: 200,
      cell: ({ kind, ended_at }) => (
        <StatusDot kind={ended_at ? 'done' : 'error'}>{alarmNames[kind]}</StatusDot>
      ),
    },
    {
      key: 'phone',
      title: 'Phone or order',
      widthPx: 130,
      cell: ({ device_id, tag, order_id, order_number }) => {
        const place =
          device_id && tag
            ? { path: paths.phone(device_id), name: tag }
            : order_id && order_number
              ? { path: paths.order(order_id), name: order_number }
              : null;
        if (place === null) return <NoValue />;
        return (
          <Link to={place.path} className="font-mono text-small hover:underline">
            {place.name}
          </Link>
        );
      },
    },
    {
      key: 'host',
      title: 'Host',
      widthPx: 120,
      cell: ({ host_name }) => <Truncate text={host_name ?? ''} isMono />,
    },
    { key: 'detail', title: 'What', widthPx: 280, cell: ({ detail }) => <Truncate text={detail} /> },
    {
      key: 'began',
      title: 'Began',
      widthPx: 116,
      cell: ({ began_at }) => <Moment at={began_at} isRelative />,
    },
    {
      key: 'ended',
      title: 'Ended',
      widthPx: 116,
      cell: ({ ended_at }) => (ended_at ? <Moment at={ended_at} /> : 'Lasts'),
    },
    {
      key: 'by',
      title: 'Being handled by',
      widthPx: 140,
      cell: ({ acknowledged_by }) => <Truncate text={acknowledged_by ?? ''} />,
    },
    menuColumn(permissions, (alarm) => ({
      label: `${alarmNames[alarm.kind]} ${alarm.tag ?? alarm.host_name ?? alarm.order_number ?? ''}`,
      actions: alarmActions(alarm),
    })),
  ];
}

function alarmActions(alarm: AlarmRow): RowAction[] {
  const { id, kind, ended_at, acknowledged_at } = alarm;
  if (ended_at !== null) return [];
  const moves = allowMove(alarm);
  if (acknowledged_at !== null) return moves;
  return [
    ...moves,
    {
      label: 'I’m on it',
      permission: 'fleet_maintain',
      action: {
        title: `I’m on it: ${alarmNames[kind]}`,
        text: 'Your colleagues see that you’re handling it. The alarm ends when its cause is resolved.',
        submit: 'I’m on it',
        done: 'Your colleagues see that you’re on it',
        run: (client, { reason }) => client.call('acknowledgeAlarm', { params: { id }, body: { reason } }),
      },
    },
  ];
}

/** The usual case: somebody has plugged the phone into this host. */
function allowMove({ kind, device_id, tag, host_id, host_name }: AlarmRow): RowAction[] {
  if (kind !== 'phone_claimed' || device_id === null || host_id === null) return [];
  return [
    {
      label: 'Allow the move',
      permission: 'fleet_maintain',
      action: {
        title: `Allow the move of ${tag}`,
        text: `${tag} is reported by ${host_name}. Allow it if somebody plugged it in there: a tenant keeps it and goes on there, a free phone is cleaned first.`,
        submit: 'Allow the move',
        done: `${tag} is on ${host_name}`,
        run: (client, { reason }) =>
          client.call('movePhone', { params: { id: device_id }, body: { host_id, reason } }),
      },
    },
  ];
}
