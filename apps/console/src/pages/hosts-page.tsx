import { Button } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { useApiQuery } from '../api/use-api-query.ts';
import { enrolHost } from '../features/hosts/host-actions.tsx';
import { hostColumns } from '../features/hosts/host-columns.tsx';
import { useOpenAction } from '../parts/action-dialog.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { useCan, useSession } from '../session.ts';

const states = ['online', 'offline', 'revoked'] as const;

export function HostsPage() {
  const filters = useFilters();
  const openAction = useOpenAction();
  const { permissions } = useSession();
  const mayManage = useCan('hosts_manage');
  const query = useApiQuery('listHosts', {
    query: { ...pageQuery(filters), q: filters.get('q'), state: oneOf(filters.get('state'), states) },
  });
  return (
    <ServerList
      title="Hosts"
      noun="host"
      filters={filters}
      actions={
        mayManage ? (
          <Button size="small" kind="primary" onClick={() => openAction(enrolHost)}>
            Enrol a host
          </Button>
        ) : null
      }
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search name" isServers />
          <SelectFilter
            filters={filters}
            name="state"
            label="State"
            all="State: any"
            options={states.map((value) => ({ value, label: humanize(value) }))}
          />
        </FilterBar>
      }
      query={query}
      empty={{ title: 'No hosts yet', text: 'Enrol a host with a code and one command.' }}
      columns={hostColumns(permissions)}
      rowKey={(host) => host.id}
    />
  );
}
