import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from '../../../api/api-provider.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { forgetOpenPayment, type PaymentKind, rememberOpenPayment } from './open-payment.ts';
import { createPaymentDriver, type PaymentCalls } from './payment-driver.ts';
import type { FollowedOrder } from './payment-machine.ts';
import { useOrder } from './use-order.ts';

const pollEveryMs = 3_000;

export type PaymentSetup = Pick<PaymentCalls, 'open' | 'onOpened'> & {
  /** Null for an order that stays in the customer's list: leaving the page doesn't release its phones. */
  kind: PaymentKind | null;
  /** The order in the page's address; null before there is one. */
  orderId: string | null;
};

/** One payment for as long as the page shows it, with its order followed live. */
export function usePayment({ kind, orderId, open, onOpened }: PaymentSetup) {
  const client = useClient();
  const queries = useQueryClient();
  const [payment] = useState(() => {
    const releaseHoldOnLeaving = (id: string) => {
      if (kind !== null) rememberOpenPayment(kind, id);
    };
    return createPaymentDriver(
      { orderId, isListed: kind === null },
      {
        open,
        openOrder: (id) => client.call('createOrderIntent', { params: { id } }),
        onOpened(opened) {
          releaseHoldOnLeaving(opened.order_id);
          onOpened(opened);
          void queries.invalidateQueries({ queryKey: queryKeys.orders });
        },
        async readOrder(id) {
          await queries.invalidateQueries({ queryKey: queryKeys.orders });
          return queries.getQueryData<FollowedOrder>([...queryKeys.orders, id]);
        },
        keepHold: () => (kind === null ? undefined : forgetOpenPayment(kind)),
        releaseHoldOnLeaving,
      },
    );
  });
  const state = useSyncExternalStore(payment.subscribe, payment.getState);
  const { data: order } = useOrder(state.orderId, pollEveryMs);
  useEffect(() => payment.start(), [payment]);
  useEffect(() => {
    if (order) payment.send({ kind: 'order_read', order });
  }, [payment, order]);
  // Without a line nothing could be read, so it is asked again as soon as the line is back.
  useEffect(() => {
    const checkAgain = () => payment.send({ kind: 'check_again' });
    window.addEventListener('online', checkAgain);
    return () => window.removeEventListener('online', checkAgain);
  }, [payment]);
  return { state, payment };
}
