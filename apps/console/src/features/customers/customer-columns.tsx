import type { CustomerRow, CustomerStanding, Permission } from '@pocketfleet/contract';
import { type Column, StatusDot, type StatusKind } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { Link } from 'react-router';
import { Money, Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { menuColumn } from '../../parts/row-menu.tsx';
import { paths } from '../../paths.ts';
import { customerActions } from './customer-actions.ts';

const kinds: Record<CustomerStanding, StatusKind> = {
  good: 'online',
  restricted: 'warning',
  suspended: 'error',
};

export function customerColumns(permissions: readonly Permission[]): Column<CustomerRow>[] {
  return [
    {
      key: 'username',
      title: 'Username',
      widthPx: 130,
      // The id of a customer's personal workspace is their own.
      cell: ({ id, username }) => (
        <Link to={paths.workspace(id)} className="font-medium underline">
          <Truncate text={username} />
        </Link>
      ),
    },
    {
      key: 'name',
      title: 'Name',
      widthPx: 130,
      cell: ({ first_name, last_name }) => <Truncate text={`${first_name} ${last_name}`} />,
    },
    {
      key: 'email',
      title: 'Email',
      widthPx: 180,
      cell: ({ email, is_email_verified }) => (
        <Truncate text={is_email_verified ? email : `${email} (not verified)`} isQuiet />
      ),
    },
    {
      key: 'standing',
      title: 'Standing',
      widthPx: 130,
      cell: ({ standing }) => <StatusDot kind={kinds[standing]}>{humanize(standing)}</StatusDot>,
    },
    {
      key: 'why',
      title: 'Why',
      widthPx: 130,
      cell: ({ standing_reason }) => <Truncate text={standing_reason} isQuiet />,
    },
    { key: 'active', title: 'Phones', widthPx: 76, isRight: true, cell: (row) => row.active_phone_count },
    { key: 'next', title: 'Booked', widthPx: 76, isRight: true, cell: (row) => row.scheduled_phone_count },
    {
      key: 'orders',
      title: 'Orders',
      widthPx: 76,
      isRight: true,
      cell: ({ id, username, order_count }) => (
        <Link
          to={`${paths.orders}?user=${id}`}
          aria-label={`${order_count} orders of ${username}`}
          className="underline"
        >
          {order_count}
        </Link>
      ),
    },
    {
      key: 'paid',
      title: 'Paid',
      widthPx: 110,
      isRight: true,
      cell: (row) => <Money cents={row.paid_amount} />,
    },
    { key: 'since', title: 'Since', widthPx: 110, cell: (row) => <Moment at={row.created_at} isRelative /> },
    menuColumn(permissions, (row) => ({ label: row.username, actions: customerActions(row) })),
  ];
}
