import type { OrderWithMoney } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import {
  Button,
  buttonClass,
  EmptyState,
  FactsTable,
  StatusDot,
  TableFrame,
  Td,
  Th,
  Tr,
  WithExactTime,
} from '@pocketfleet/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { paths } from '../../app/paths.ts';
import { HistorySection, LoadFailed, LoadingSection } from './history-section.tsx';
import { momentInWords } from './moments.ts';
import { OrderActions } from './order-actions.tsx';
import { contentWords, deadlineWords, orderWords, refundWords } from './order-view.ts';

const perPage = 25;

/** The customer's orders, newest first, with receipts and refunds. */
export function OrdersSection() {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: queryKeys.orders,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call('listOrders', { query: { page, per_page: perPage }, signal }),
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
  });
  const orders = query.data?.pages.flatMap((page) => page.orders) ?? [];
  return (
    <HistorySection title="Orders" lead="What you ordered, what it cost, and what was refunded">
      {query.isPending ? <LoadingSection label="Loading your orders" /> : null}
      {query.isError && !query.data ? (
        <LoadFailed
          title="Failed to Load Orders"
          sentence="The server did not send your orders."
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data && orders.length === 0 ? (
        <EmptyState
          icon={<ReceiptText />}
          title="No orders yet"
          action={
            <Link to={paths.rent} className={buttonClass('primary')}>
              Rent phones
            </Link>
          }
        >
          Phones that you rent, and requests to our sales team, will be listed here.
        </EmptyState>
      ) : null}
      {orders.length > 0 ? <OrdersTable orders={orders} /> : null}
      {query.hasNextPage ? (
        <Button className="mt-3" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more orders
        </Button>
      ) : null}
    </HistorySection>
  );
}

function OrdersTable({ orders }: { orders: readonly OrderWithMoney[] }) {
  return (
    <TableFrame label="Your orders">
      <FactsTable>
        <thead>
          <tr>
            {['Order', 'Status', 'Phones', 'Start', 'End'].map((label) => (
              <Th key={label}>{label}</Th>
            ))}
            <Th className="text-right">Total</Th>
            <Th className="text-right">Actions</Th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </FactsTable>
    </TableFrame>
  );
}

function OrderRow({ order }: { order: OrderWithMoney }) {
  const { kind, text } = orderWords(order);
  const refund = refundWords(order);
  const deadline = deadlineWords(order, momentInWords);
  return (
    <Tr>
      <Td className="whitespace-nowrap font-medium font-mono text-small">
        <WithExactTime exact={`Ordered ${momentInWords(order.created_at)}`}>{order.number}</WithExactTime>
      </Td>
      <Td data-label="Status" className="py-1.5">
        <StatusDot kind={kind}>{text}</StatusDot>
        {deadline ? <span className="block text-second text-small">{deadline}</span> : null}
        {refund ? <span className="block text-second text-small">{refund}</span> : null}
      </Td>
      <Td data-label="Phones" className="whitespace-nowrap">
        {contentWords(order)}
      </Td>
      <Td data-label="Start" className="whitespace-nowrap font-mono text-small">
        {momentInWords(order.start_date)}
      </Td>
      <Td data-label="End" className="whitespace-nowrap font-mono text-small">
        {momentInWords(order.end_date)}
      </Td>
      <Td data-label="Total" className="whitespace-nowrap text-right font-mono text-small">
        {usd(order.amount)} USD
      </Td>
      <Td data-label="Actions" className="whitespace-nowrap text-right">
        <OrderActions order={order} />
      </Td>
    </Tr>
  );
}
