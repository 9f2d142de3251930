import { orderState } from '@pocketfleet/contract';
import { humanize } from '@pocketfleet/ui/format';
import { useNavigate } from 'react-router';
import { useApiQuery } from '../api/use-api-query.ts';
import { orderColumns } from '../features/orders/order-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { useNow } from '../parts/use-now.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session.ts';

export function OrdersPage() {
  return <OrderList title="Orders" noun="order" kind={undefined} />;
}

/** Sales requests: requested, quoted, paid, lost. */
export function RequestsPage() {
  return <OrderList title="Sales requests" noun="request" kind="request" />;
}

function OrderList({ title, noun, kind }: { title: string; noun: string; kind: 'request' | undefined }) {
  const filters = useFilters();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const now = useNow();
  const query = useApiQuery('listOrders', {
    query: {
      ...pageQuery(filters),
      kind,
      q: filters.get('q'),
      state: oneOf(filters.get('state'), orderState.options),
      needs: oneOf(filters.get('needs'), ['answer']),
      user_id: filters.get('user'),
    },
  });
  return (
    <ServerList
      title={title}
      noun={noun}
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search number or customer" isServers />
          <SelectFilter
            filters={filters}
            name="state"
            label="State"
            all="State: any"
            options={orderState.options.map((value) => ({ value, label: humanize(value) }))}
          />
          {kind ? (
            <SelectFilter
              filters={filters}
              name="needs"
              label="Answer"
              all="Answer: any"
              options={[{ value: 'answer', label: 'Needs an answer' }]}
            />
          ) : null}
        </FilterBar>
      }
      query={query}
      empty={{ title: `No ${noun}s yet`, text: 'They appear here when customers place them.' }}
      columns={orderColumns(permissions, now)}
      rowKey={(order) => order.id}
      onOpen={(order) => navigate(paths.order(order.id))}
    />
  );
}
