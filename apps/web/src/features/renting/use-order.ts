import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';

/** One order. Its key is a part of the orders', so that events renew it. */
export function useOrder(orderId: string | null, refetchEveryMs: number | false = false) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.orders, orderId],
    enabled: orderId !== null,
    queryFn: ({ signal }) => client.call('getOrder', { params: { id: orderId ?? '' }, signal }),
    refetchInterval: refetchEveryMs,
  });
}
