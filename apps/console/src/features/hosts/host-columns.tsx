import type { HostRow, Permission } from '@pocketfleet/contract';
import { type Column, StatusDot } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { NoValue, Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { menuColumn } from '../../parts/row-menu.tsx';
import { paths } from '../../paths.ts';
import { hostActions } from './host-actions.tsx';

export function hostColumns(permissions: readonly Permission[]): Column<HostRow>[] {
  return [
    {
      key: 'name',
      title: 'Host',
      widthPx: 150,
      cell: ({ id, name }) => (
        <Link to={`${paths.fleet}?host=${id}`} className="font-medium font-mono text-small hover:underline">
          {name}
        </Link>
      ),
    },
    { key: 'state', title: 'State', widthPx: 120, cell: (host) => <HostState host={host} /> },
    {
      key: 'phones',
      title: 'Phones online',
      widthPx: 120,
      isRight: true,
      cell: (host) => (
        <span className="font-mono text-small tabular-nums">
          {host.online_phone_count}/{host.phone_count}
        </span>
      ),
    },
    {
      key: 'alarms',
      title: 'Alarms',
      widthPx: 80,
      isRight: true,
      cell: ({ open_alarm_count }) =>
        open_alarm_count > 0 ? (
          <span className="font-medium text-error">{open_alarm_count}</span>
        ) : (
          <NoValue />
        ),
    },
    {
      key: 'version',
      title: 'Agent',
      widthPx: 150,
      cell: ({ agent_version, agent_version_state }) =>
        agent_version_state === 'older' ? (
          <StatusDot kind="warning">{`${agent_version}, update it`}</StatusDot>
        ) : (
          <Truncate text={agent_version} isMono />
        ),
    },
    {
      key: 'key',
      title: 'Key',
      widthPx: 170,
      cell: ({ key_fingerprint, is_rotating }) => (
        <Truncate text={is_rotating ? 'waits for its new key' : key_fingerprint} isMono />
      ),
    },
    {
      key: 'since',
      title: 'Key since',
      widthPx: 110,
      cell: ({ key_since }) => <Moment at={key_since} isRelative />,
    },
    {
      key: 'seen',
      title: 'Last seen',
      widthPx: 110,
      cell: (host) => <Moment at={host.last_seen_at} isRelative />,
    },
    { key: 'joined', title: 'Joined', widthPx: 124, cell: ({ created_at }) => <Moment at={created_at} /> },
    menuColumn(permissions, (host) => ({ label: host.name, actions: hostActions(host) })),
  ];
}

function HostState({ host }: { host: HostRow }) {
  if (host.revoked_at !== null) return <StatusDot kind="done">Revoked</StatusDot>;
  if (host.connection_state === 'online') return <StatusDot kind="online">Online</StatusDot>;
  return <StatusDot kind="error">Gone</StatusDot>;
}
