import { useNavigate } from 'react-router';
import { useWholeList } from '../api/use-answer.ts';
import { paths } from '../app/paths.ts';
import { useSession } from '../features/accounts/session.ts';
import { fleetColumns } from '../features/fleet/fleet-columns.tsx';
import { FleetFilters } from '../features/fleet/fleet-filters.tsx';
import { filterPhones, fleetOrders, sortPhones } from '../features/fleet/fleet-view.ts';
import { ListPage } from '../parts/list-page.tsx';
import { LongTable } from '../parts/long-table.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { useSort } from '../parts/use-sort.ts';
import { counted } from '../parts/words.ts';

/** All phones of all hosts: filtered and ordered here, so that it answers at once. */
export function FleetPage() {
  const filters = useFilters();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const answer = useWholeList('listPhones');
  const phones = answer.data?.rows ?? [];
  const sort = useSort(filters, fleetOrders, 'tag');
  const view = {
    q: filters.get('q'),
    host: filters.get('host'),
    state: filters.get('state'),
    connection: filters.get('connection'),
    tenant: filters.get('tenant'),
    alarm: filters.get('alarm'),
  };
  const shown = sortPhones(filterPhones(phones, view), sort.key, sort.direction);
  return (
    <ListPage
      title="Fleet"
      count={answer.data && countOf(shown.length, answer.data.total)}
      filterBar={<FleetFilters filters={filters} phones={phones} />}
      filters={filters}
      answer={answer}
      shownCount={shown.length}
      empty={{ title: 'No phones yet', text: 'Enrol a host: its phones appear here by themselves.' }}
    >
      <LongTable
        label="Phones"
        rows={shown}
        rowKey={(phone) => phone.id}
        columns={fleetColumns(permissions, Date.now())}
        sort={sort}
        onSort={sort.toggle}
        onOpen={(phone) => navigate(paths.phone(phone.id))}
      />
    </ListPage>
  );
}

function countOf(shown: number, total: number): string {
  return shown === total ? counted(total, 'phone') : `${shown} of ${counted(total, 'phone')}`;
}
