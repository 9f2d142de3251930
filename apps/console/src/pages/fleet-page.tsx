import { DataTable } from '@pocketfleet/ui';
import { formatCount } from '@pocketfleet/ui/format';
import { useNavigate } from 'react-router';
import { useFullList } from '../api/use-api-query.ts';
import { fleetColumns } from '../features/fleet/fleet-columns.tsx';
import { FleetFilters } from '../features/fleet/fleet-filters.tsx';
import { filterPhones } from '../features/fleet/fleet-view.ts';
import { ListPage } from '../parts/list-page.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { useNow } from '../parts/use-now.ts';
import { useSort } from '../parts/use-sort.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session.ts';

/** All phones of all hosts. They are filtered and sorted here, without a request. */
export function FleetPage() {
  const filters = useFilters();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const query = useFullList('listPhones');
  const now = useNow();
  const phones = query.data?.rows ?? [];
  const { sort, setSort } = useSort(filters);
  const shown = filterPhones(phones, {
    q: filters.get('q'),
    host: filters.get('host'),
    state: filters.get('state'),
    connection: filters.get('connection'),
    tenant: filters.get('tenant'),
    alarm: filters.get('alarm'),
  });
  return (
    <ListPage
      title="Fleet"
      count={query.data && countOf(shown.length, query.data.total)}
      filterBar={<FleetFilters filters={filters} phones={phones} />}
      filters={filters}
      query={query}
      shownCount={shown.length}
      empty={{ title: 'No phones yet', text: 'Enrol a host, and its phones appear here.' }}
    >
      <DataTable
        label="Phones"
        rows={shown}
        rowKey={(phone) => phone.id}
        columns={fleetColumns(permissions, now)}
        // Nine short facts: in two lines on a tablet.
        factWidth="7.5rem"
        sort={sort}
        onSort={setSort}
        onOpen={(phone) => navigate(paths.phone(phone.id))}
      />
    </ListPage>
  );
}

function countOf(shown: number, total: number): string {
  return shown === total ? formatCount(total, 'phone') : `${shown} of ${formatCount(total, 'phone')}`;
}
