import { useNavigate } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { paths } from '../app/paths.ts';
import { useSession } from '../features/accounts/session.ts';
import { paymentColumns } from '../features/orders/payment-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { nameInWords } from '../parts/words.ts';

const statuses = ['open', 'succeeded', 'refunded', 'mismatched', 'disputed'] as const;

/** Payments with what was given back. */
export function PaymentsPage() {
  const filters = useFilters();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const answer = useAnswer('listPayments', {
    query: {
      ...pageQuery(filters),
      q: filters.get('q'),
      status: oneOf(filters.get('status'), statuses),
    },
  });
  return (
    <ServerList
      title="Payments"
      thing="payment"
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search order, customer, reference" isServers />
          <SelectFilter
            filters={filters}
            name="status"
            label="Status"
            all="All statuses"
            options={statuses.map((value) => ({ value, label: nameInWords(value) }))}
          />
        </FilterBar>
      }
      answer={answer}
      empty={{ title: 'No payments yet', text: 'They appear here as customers pay.' }}
      columns={paymentColumns(permissions)}
      rowKey={(payment) => payment.id}
      onOpen={(payment) => navigate(paths.order(payment.order_id))}
    />
  );
}
