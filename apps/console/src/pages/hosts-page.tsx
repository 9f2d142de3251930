import { Button } from '@pocketfleet/ui';
import { useAnswer } from '../api/use-answer.ts';
import { useMay, useSession } from '../features/accounts/session.ts';
import { enrolHost } from '../features/hosts/host-acts.tsx';
import { hostColumns } from '../features/hosts/host-columns.tsx';
import { useOpenAct } from '../parts/act-dialog.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { nameInWords } from '../parts/words.ts';

const states = ['online', 'offline', 'revoked'] as const;

export function HostsPage() {
  const filters = useFilters();
  const openAct = useOpenAct();
  const { permissions } = useSession();
  const mayManage = useMay('hosts_manage');
  const answer = useAnswer('listHosts', {
    query: { ...pageQuery(filters), q: filters.get('q'), state: oneOf(filters.get('state'), states) },
  });
  return (
    <ServerList
      title="Hosts"
      thing="host"
      filters={filters}
      actions={
        mayManage ? (
          <Button size="small" kind="primary" onClick={() => openAct(enrolHost)}>
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
            all="All states"
            options={states.map((value) => ({ value, label: nameInWords(value) }))}
          />
        </FilterBar>
      }
      answer={answer}
      empty={{ title: 'No hosts yet', text: 'Enrol one: it needs a code and one command.' }}
      columns={hostColumns(permissions)}
      rowKey={(host) => host.id}
    />
  );
}
