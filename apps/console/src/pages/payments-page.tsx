import { useNavigate } from 'react-router';
import { useApiQuery } from '../api/use-api-query.ts';
import { paymentColumns } from '../features/orders/payment-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session.ts';

const statusNames = {
  unsettled: 'Unsettled',
  open: 'Open',
  succeeded: 'Succeeded',
  refunded: 'Refunded, also in part',
  mismatched: 'Doesn’t match its order',
  disputed: 'Disputed',
} as const;
type Status = keyof typeof statusNames;
const statuses = Object.keys(statusNames) as Status[];

/** Payments with their refunds. */
export function PaymentsPage() {
  const filters = useFilters();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const query = useApiQuery('listPayments', {
    query: {
      ...pageQuery(filters),
      q: filters.get('q'),
      status: oneOf(filters.get('status'), statuses),
    },
  });
  return (
    <ServerList
      title="Payments"
      noun="payment"
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search order, customer, reference" isServers />
          <SelectFilter
            filters={filters}
            name="status"
            label="Status"
            all="Status: any"
            options={statuses.map((value) => ({ value, label: statusNames[value] }))}
          />
        </FilterBar>
      }
      query={query}
      empty={{ title: 'No payments yet', text: 'They appear here when customers pay.' }}
      columns={paymentColumns(permissions)}
      rowKey={(payment) => payment.id}
      onOpen={(payment) => navigate(paths.order(payment.order_id))}
    />
  );
}
