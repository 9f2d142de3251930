import type { PhoneRow } from '@pocketfleet/contract';
import { FilterBar, SearchFilter, SelectFilter } from '../../parts/filter-bar.tsx';
import type { Filters } from '../../parts/use-filters.ts';

const states = [
  { value: 'ready', label: 'Ready' },
  { value: 'cleaning', label: 'Cleaning' },
  { value: 'quarantined', label: 'Quarantined' },
  { value: 'retired', label: 'Retired' },
];
const connections = [
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
];
const tenancies = [
  { value: 'none', label: 'No tenant' },
  { value: 'running', label: 'Rented now' },
  { value: 'scheduled', label: 'Booked next' },
];

export function FleetFilters({ filters, phones }: { filters: Filters; phones: readonly PhoneRow[] }) {
  const hosts = new Map(phones.map((phone) => [phone.host_id, phone.host_name]));
  const hostOptions = [...hosts].map(([value, label]) => ({ value, label }));
  hostOptions.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
  return (
    <FilterBar>
      <SearchFilter filters={filters} label="Search tag, label, tenant" />
      <SelectFilter filters={filters} name="host" label="Host" all="Host: any" options={hostOptions} />
      <SelectFilter filters={filters} name="state" label="State" all="State: any" options={states} />
      <SelectFilter
        filters={filters}
        name="connection"
        label="Connection"
        all="Connection: any"
        options={connections}
      />
      <SelectFilter filters={filters} name="tenant" label="Tenant" all="Tenant: any" options={tenancies} />
      <SelectFilter
        filters={filters}
        name="alarm"
        label="Alarm"
        all="Alarms: any"
        options={[{ value: 'open', label: 'Open alarm' }]}
      />
    </FilterBar>
  );
}
