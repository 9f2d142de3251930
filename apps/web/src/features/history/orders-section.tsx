import type { OrderWithMoney } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import {
  Button,
  buttonClass,
  type Column,
  DataTable,
  EmptyState,
  StatusDot,
  WithExactTime,
} from '@pocketfleet/ui';
import { formatMoment } from '@pocketfleet/ui/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/history';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { paths } from '../../paths.ts';
import { HistorySection, LoadFailed, LoadingSection } from './history-section.tsx';
import { foldBelowPx } from './history-table.tsx';
import { OrderActions } from './order-actions.tsx';
import {
  contentLabel,
  deadlineLabel,
  orderLabel,
  quoteNotes,
  refundLabel,
  refundReasons,
} from './order-view.ts';

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
    <HistorySection title={texts.orders} lead={texts.whatYouOrderedWhat}>
      {query.isPending ? <LoadingSection label={texts.loadingYourOrders} /> : null}
      {query.isError && !query.data ? (
        <LoadFailed
          title={texts.failedToLoadOrders}
          sentence={texts.theServerDidNotSend}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data && orders.length === 0 ? (
        <EmptyState
          icon={<ReceiptText />}
          title={texts.noOrdersYet}
          action={
            <Link to={paths.rentNow} className={buttonClass('primary')}>
              {texts.rentPhones}
            </Link>
          }
        >
          {texts.phonesThatYouRent}
        </EmptyState>
      ) : null}
      {orders.length > 0 ? (
        <DataTable
          label={texts.yourOrders}
          rows={orders}
          rowKey={({ id }) => id}
          columns={columns}
          foldBelowPx={foldBelowPx}
        />
      ) : null}
      {query.hasNextPage ? (
        <Button className="mt-3" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.showMoreOrders}
        </Button>
      ) : null}
    </HistorySection>
  );
}

const columns: readonly Column<OrderWithMoney>[] = [
  {
    key: 'order',
    title: texts.order,
    widthPx: 110,
    isMono: true,
    cell: ({ number, created_at }) => (
      <WithExactTime exact={texts.ordered(formatMoment(created_at))} className="font-medium">
        {number}
      </WithExactTime>
    ),
  },
  {
    key: 'status',
    title: texts.status,
    widthPx: 190,
    isMultiline: true,
    cell: (order) => {
      const { kind, text } = orderLabel(order);
      const notes = [
        deadlineLabel(order, formatMoment),
        ...quoteNotes(order, formatMoment),
        refundLabel(order),
        ...refundReasons(order, formatMoment),
      ];
      return (
        <>
          <StatusDot kind={kind}>{text}</StatusDot>
          {notes.map((note) =>
            note ? (
              <span key={note} className="block text-second text-small">
                {note}
              </span>
            ) : null,
          )}
        </>
      );
    },
  },
  { key: 'phones', title: texts.phones, widthPx: 150, isMultiline: true, cell: contentLabel },
  {
    key: 'start',
    title: texts.start,
    widthPx: 232,
    isMono: true,
    isMultiline: true,
    cell: ({ start_date }) => formatMoment(start_date),
  },
  {
    key: 'end',
    title: texts.end,
    widthPx: 232,
    isMono: true,
    isMultiline: true,
    cell: ({ end_date }) => formatMoment(end_date),
  },
  {
    key: 'total',
    title: texts.total,
    widthPx: 120,
    isRight: true,
    isMono: true,
    cell: ({ amount }) => `${usd(amount)} USD`,
  },
  {
    key: 'actions',
    title: texts.actions,
    widthPx: 200,
    isRight: true,
    isMultiline: true,
    isOwnLine: true,
    cell: (order) => <OrderActions order={order} />,
  },
];
