import { customerStanding } from '@pocketfleet/contract';
import { useAnswer } from '../api/use-answer.ts';
import { useSession } from '../features/accounts/session.ts';
import { customerColumns } from '../features/customers/customer-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { nameInWords } from '../parts/words.ts';

export function CustomersPage() {
  const filters = useFilters();
  const { permissions } = useSession();
  const answer = useAnswer('listCustomers', {
    query: {
      ...pageQuery(filters),
      q: filters.get('q'),
      standing: oneOf(filters.get('standing'), customerStanding.options),
    },
  });
  return (
    <ServerList
      title="Customers"
      thing="customer"
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search name or e-mail" isServers />
          <SelectFilter
            filters={filters}
            name="standing"
            label="Standing"
            all="Any standing"
            options={customerStanding.options.map((value) => ({ value, label: nameInWords(value) }))}
          />
        </FilterBar>
      }
      answer={answer}
      empty={{ title: 'No customers yet', text: 'They appear here as they register.' }}
      columns={customerColumns(permissions)}
      rowKey={(customer) => customer.id}
    />
  );
}
