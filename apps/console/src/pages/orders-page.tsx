import { orderState } from '@pocketfleet/contract';
import { useNavigate } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { paths } from '../app/paths.ts';
import { useSession } from '../features/accounts/session.ts';
import { orderColumns } from '../features/orders/order-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { nameInWords } from '../parts/words.ts';

export function OrdersPage() {
  return <OrderList title="Orders" thing="order" kind={undefined} />;
}

/** Sales requests: requested, quoted, paid, lost. */
export function RequestsPage() {
  return <OrderList title="Sales requests" thing="request" kind="request" />;
}

function OrderList({ title, thing, kind }: { title: string; thing: string; kind: 'request' | undefined }) {
  const filters = useFilters();
  const navigate = useNavigate();
  const { permissions } = useSession();
  const answer = useAnswer('listOrders', {
    query: {
      ...pageQuery(filters),
      kind,
      q: filters.get('q'),
      state: oneOf(filters.get('state'), orderState.options),
      user_id: filters.get('user'),
    },
  });
  return (
    <ServerList
      title={title}
      thing={thing}
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search number or customer" isServers />
          <SelectFilter
            filters={filters}
            name="state"
            label="State"
            all="All states"
            options={orderState.options.map((value) => ({ value, label: nameInWords(value) }))}
          />
        </FilterBar>
      }
      answer={answer}
      empty={{ title: `No ${thing}s yet`, text: 'They appear here as customers make them.' }}
      columns={orderColumns(permissions)}
      rowKey={(order) => order.id}
      onOpen={(order) => navigate(paths.order(order.id))}
    />
  );
}
