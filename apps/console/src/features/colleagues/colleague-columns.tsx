import type { OperatorRow, Permission } from '@pocketfleet/contract';
import { type Column, StatusDot } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { menuColumn } from '../../parts/row-menu.tsx';
import { colleagueActions, type Role } from './colleague-actions.ts';

type Signed = { ownId: string; permissions: readonly Permission[]; roles: readonly Role[] };

export function colleagueColumns({ ownId, permissions, roles }: Signed): Column<OperatorRow>[] {
  return [
    {
      key: 'username',
      title: 'Username',
      widthPx: 150,
      cell: ({ id, username }) => (
        <span className="font-medium">
          <Truncate text={id === ownId ? `${username} (you)` : username} />
        </span>
      ),
    },
    { key: 'role', title: 'Role', widthPx: 110, cell: ({ role }) => humanize(role) },
    {
      key: 'state',
      title: 'State',
      widthPx: 130,
      cell: ({ is_disabled }) =>
        is_disabled ? (
          <StatusDot kind="done">Disabled</StatusDot>
        ) : (
          <StatusDot kind="online">Active</StatusDot>
        ),
    },
    {
      key: 'authenticator',
      title: 'Authenticator',
      widthPx: 140,
      cell: ({ has_authenticator }) =>
        has_authenticator ? 'Set up' : <StatusDot kind="warning">Not set up</StatusDot>,
    },
    {
      key: 'email',
      title: 'Alarms go to',
      widthPx: 190,
      cell: ({ email }) => <Truncate text={email ?? ''} isQuiet />,
    },
    {
      key: 'seen',
      title: 'Last seen',
      widthPx: 110,
      cell: ({ last_seen_at }) => <Moment at={last_seen_at} isRelative />,
    },
    { key: 'since', title: 'Since', widthPx: 124, cell: ({ created_at }) => <Moment at={created_at} /> },
    menuColumn(permissions, (row) => ({ label: row.username, actions: colleagueActions(row, roles, ownId) })),
  ];
}
