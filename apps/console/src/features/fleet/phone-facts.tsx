import type { operatorRoutes, ResponseOf } from '@pocketfleet/contract';
import { Card, type Column, DataTable, DescriptionList } from '@pocketfleet/ui';
import { formatBytes, humanize } from '@pocketfleet/ui/format';
import { Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PhoneState } from './phone-state.tsx';

type Phone = ResponseOf<typeof operatorRoutes.getPhone>;

const assignmentColumns: readonly Column<Phone['assignments'][number]>[] = [
  { key: 'customer', title: 'Customer', widthPx: 160, cell: ({ username }) => <Truncate text={username} /> },
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
  return (
    <div className="min-w-0 flex-1">
      <Card padding="small">
        <DescriptionList
          items={[
            ['State', <PhoneState key="state" phone={phone} />],
            ['Why', [phone.state_reason, phone.runner_reason].filter(Boolean).join(' · ') || '–'],
            ['Model', `${phone.manufacturer} ${phone.model}, Android ${phone.android_version ?? 'unknown'}`],
            ['Serial', phone.serial],
            ['Host', phone.host_name],
            ...(phone.claims.length === 0
              ? []
              : [['Reported by', phone.claims.map(({ host_name }) => host_name).join(', ')] as const]),
            ['Agent says', humanize(phone.runner_state)],
            ['Storage free', gigabytes(phone.storage_free_bytes)],
            ['Tenant', phone.tenant?.username ?? '–'],
            ['Booked next', phone.next_tenant?.username ?? '–'],
          ]}
        />
      </Card>
      <h2 className="mt-6 mb-2 font-semibold text-card">Tenants so far</h2>
      {phone.assignments.length === 0 ? (
        <p className="text-second">This phone has not had a tenant yet.</p>
      ) : (
        <DataTable
          label="Assignments"
          rows={phone.assignments}
          rowKey={({ assignment_id }) => assignment_id}
          columns={assignmentColumns}
        />
      )}
    </div>
  );
}

function gigabytes(bytes: number | null): string {
  return bytes === null ? 'Unknown' : formatBytes(bytes);
}
