import { humanize } from '@pocketfleet/ui/format';
import { useApiQuery } from '../api/use-api-query.ts';
import { cleaningColumns, cleaningStates } from '../features/cleaning/cleaning-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';

/** Waiting and running cleanings first, then the newest, each with its evidence. */
export function CleaningsPage() {
  const filters = useFilters();
  const query = useApiQuery('listCleanings', {
    query: {
      ...pageQuery(filters),
      q: filters.get('q'),
      state: oneOf(filters.get('state'), cleaningStates),
      preparations: oneOf(filters.get('preparations'), ['with']),
    },
  });
  return (
    <ServerList
      title="Cleaning queue"
      noun="cleaning"
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search tag" isServers />
          <SelectFilter
            filters={filters}
            name="state"
            label="State"
            all="State: any"
            options={cleaningStates.map((value) => ({ value, label: humanize(value) }))}
          />
          <SelectFilter
            filters={filters}
            name="preparations"
            label="Preparations"
            all="Preparations: hidden"
            options={[{ value: 'with', label: 'Preparations: shown' }]}
          />
        </FilterBar>
      }
      query={query}
      empty={{ title: 'No cleanings yet', text: 'Cleanings appear here when tenants leave.' }}
      columns={cleaningColumns()}
      rowKey={(cleaning) => cleaning.id}
    />
  );
}
