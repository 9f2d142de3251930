import type { operatorRoutes, ResponseOf } from '@pocketfleet/contract';
import { Card, type Column, DataTable, DescriptionList } from '@pocketfleet/ui';
import { formatBytes, humanize } from '@pocketfleet/ui/format';
import { Link } from 'react-router';
import { Moment } from '../../parts/moment.tsx';
import { paths } from '../../paths.ts';
import { useCan } from '../../session.ts';
import { PhoneState } from './phone-state.tsx';

type Phone = ResponseOf<typeof operatorRoutes.getPhone>;

const assignmentColumns: readonly Column<Phone['assignments'][number]>[] = [
  { key: 'customer', title: 'Customer', widthPx: 160, cell: (row) => <TenantLink tenancy={row} /> },
  { key: 'state', title: 'State', widthPx: 110, cell: ({ state }) => humanize(state) },
  { key: 'from', title: 'From', widthPx: 130, cell: ({ starts_at }) => <Moment at={starts_at} /> },
  {
    key: 'until',
    title: 'Until',
    widthPx: 130,
    cell: ({ expires_at }) => (expires_at ? <Moment at={expires_at} /> : 'Open'),
  },
  { key: 'ended', title: 'Ended', widthPx: 130, cell: ({ ended_at }) => <Moment at={ended_at} /> },
];

export function PhoneFacts({ phone }: { phone: Phone }) {
  const why = [phone.state_reason, phone.runner_reason].filter(Boolean).join(' · ');
  return (
    <div className="min-w-0 flex-1">
      <Card padding="small">
        <DescriptionList
          items={[
            ['State', <PhoneState key="state" phone={phone} />],
            ...(why ? ([['Reason', why]] as const) : []),
            ['Model', `${fullModel(phone)}, Android ${phone.android_version ?? 'unknown'}`],
            [
              'Serial',
              <span key="serial" className="font-mono text-small">
                {phone.serial}
              </span>,
            ],
            [
              'Host',
              <FactLink
                key="host"
                to={`${paths.hosts}?${new URLSearchParams({ q: phone.host_name })}`}
                text={phone.host_name}
              />,
            ],
            ...(phone.claims.length === 0
              ? []
              : [['Reported by', phone.claims.map(({ host_name }) => host_name).join(', ')] as const]),
            ['Agent status', humanize(phone.runner_state)],
            ['Storage free', gigabytes(phone.storage_free_bytes)],
            ['Tenant', <TenantLink key="tenant" tenancy={phone.tenant} />],
            ['Booked next', <TenantLink key="next" tenancy={phone.next_tenant} />],
          ]}
        />
      </Card>
      <h2 className="mt-6 mb-2 font-semibold text-card">Rental history</h2>
      {phone.assignments.length === 0 ? (
        <p className="text-second">No rentals yet.</p>
      ) : (
        <DataTable
          label="Assignments"
          rows={phone.assignments}
          rowKey={({ assignment_id }) => assignment_id}
          columns={assignmentColumns}
          // Its dates have no room in less, beside the picture of a phone on a tablet.
          foldBelowPx={620}
        />
      )}
    </div>
  );
}

/** "OnePlus 11 5G" already names its maker. */
function fullModel({ manufacturer, model }: Phone): string {
  return model.toLowerCase().startsWith(manufacturer.toLowerCase()) ? model : `${manufacturer} ${model}`;
}

function FactLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="underline decoration-field underline-offset-2 hover:decoration-current">
      {text}
    </Link>
  );
}

/** Leads to the customer; roles that may not see customers read the name only. */
function TenantLink({ tenancy }: { tenancy: { username: string } | null }) {
  const maySee = useCan('customers_view');
  if (tenancy === null) return '–';
  const { username } = tenancy;
  if (!maySee) return username;
  return <FactLink to={`${paths.customers}?${new URLSearchParams({ q: username })}`} text={username} />;
}

function gigabytes(bytes: number | null): string {
  return bytes === null ? 'Unknown' : formatBytes(bytes);
}
