import type { OrderWithMoney } from '@pocketfleet/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/api-provider.tsx';
import { queryKeys } from '../../../api/query-keys.ts';

/**
 * One order. Its key is a part of the orders', so that events renew it. `pollEveryMs` asks beside them, until
 * nothing changes any more by itself.
 */
export function useOrder(orderId: string | null, pollEveryMs: number | false = false) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.orders, orderId],
    enabled: orderId !== null,
    queryFn: ({ signal }) => client.call('getOrder', { params: { id: orderId ?? '' }, signal }),
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : pollEveryMs),
  });
}

/** Nothing of it changes by itself any more: paid, or over with all money where it belongs. Pure. */
export function isSettled(order: FollowedState | undefined): boolean {
  if (order === undefined || order.payment_status === 'processing') return false;
  if (order.refunds.some(({ state }) => state === 'waiting')) return false;
  if (order.state === 'paid') return true;
  // Money that came too late is given phones, or goes back.
  const isLateMoneyOpen = order.payment_status === 'succeeded' && order.refunds.length === 0;
  return isOver.has(order.state) && !isLateMoneyOpen;
}

type FollowedState = Pick<OrderWithMoney, 'state' | 'payment_status'> & {
  refunds: readonly Pick<OrderWithMoney['refunds'][number], 'state'>[];
};

const isOver: ReadonlySet<OrderWithMoney['state']> = new Set(['cancelled', 'expired', 'lost']);
