import { permissions } from '@pocketfleet/contract';
import { type Column, DataTable } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { Check } from 'lucide-react';
import { permissionNames } from '../../parts/permission-names.ts';
import type { Role } from './colleague-actions.ts';

type PermissionRow = { permission: (typeof permissions)[number] };

const rows: readonly PermissionRow[] = permissions.map((permission) => ({ permission }));

/** The permissions that calls ask for, and the roles that have them. */
export function RoleTable({ roles }: { roles: readonly Role[] }) {
  const columns: readonly Column<PermissionRow>[] = [
    {
      key: 'permission',
      title: 'Permission',
      widthPx: 320,
      cell: ({ permission }) => permissionNames[permission],
    },
    ...roles.map(
      (each): Column<PermissionRow> => ({
        key: each.role,
        title: humanize(each.role),
        head: <span title={each.title}>{humanize(each.role)}</span>,
        widthPx: 120,
        cell: ({ permission }) => <Allowed isAllowed={each.permissions.includes(permission)} />,
      }),
    ),
  ];
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-semibold text-card">Permissions of the roles</h2>
      <DataTable label="Roles" rows={rows} rowKey={({ permission }) => permission} columns={columns} />
    </section>
  );
}

function Allowed({ isAllowed }: { isAllowed: boolean }) {
  if (isAllowed) return <Check size={16} aria-label="yes" />;
  return (
    <span className="text-third">
      –<span className="sr-only"> no</span>
    </span>
  );
}
