import { customerStanding } from '@pocketfleet/contract';
import { humanize } from '@pocketfleet/ui/format';
import { useApiQuery } from '../api/use-api-query.ts';
import { customerColumns } from '../features/customers/customer-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { useSession } from '../session.ts';

export function CustomersPage() {
  const filters = useFilters();
  const { permissions } = useSession();
  const query = useApiQuery('listCustomers', {
    query: {
      ...pageQuery(filters),
      q: filters.get('q'),
      standing: oneOf(filters.get('standing'), customerStanding.options),
    },
  });
  return (
    <ServerList
      title="Customers"
      noun="customer"
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search name or email" isServers />
          <SelectFilter
            filters={filters}
            name="standing"
            label="Status"
            all="Status: any"
            options={customerStanding.options.map((value) => ({ value, label: humanize(value) }))}
          />
        </FilterBar>
      }
      query={query}
      empty={{ title: 'No customers yet', text: 'They appear here when they register.' }}
      columns={customerColumns(permissions)}
      rowKey={(customer) => customer.id}
    />
  );
}
