import { useApiQuery } from '../api/use-api-query.ts';
import { workspaceColumns } from '../features/workspaces/workspace-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';

const kinds = ['personal', 'team'] as const;

/** The owners of rentals: personal accounts and teams. */
export function WorkspacesPage() {
  const filters = useFilters();
  const query = useApiQuery('listWorkspaces', {
    query: {
      ...pageQuery(filters),
      q: filters.get('q'),
      kind: oneOf(filters.get('kind'), kinds),
    },
  });
  return (
    <ServerList
      title="Workspaces"
      noun="workspace"
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search team or member" isServers />
          <SelectFilter
            filters={filters}
            name="kind"
            label="Kind"
            all="Kind: any"
            options={[
              { value: 'personal', label: 'Personal' },
              { value: 'team', label: 'Teams' },
            ]}
          />
        </FilterBar>
      }
      query={query}
      empty={{ title: 'No workspaces yet', text: 'Everybody gets one when they register.' }}
      columns={workspaceColumns}
      rowKey={({ id }) => id}
    />
  );
}
