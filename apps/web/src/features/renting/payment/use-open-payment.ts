import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../../../api/api-provider.tsx';
import type { Client } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { type RentalPlan, wishOf } from '../selection.ts';
import { type PaymentKind, rememberOpenPayment } from './open-payment.ts';

export type OpenedPayment = Awaited<ReturnType<typeof openRental>>;

/** Holds the phones of a plan and opens its payment; the same unpaid plan gives the same order. */
export function openRental(client: Client, plan: RentalPlan) {
  const { phoneCount, period } = plan;
  const phones = phoneCount === 1 ? '1 phone' : `${phoneCount} phones`;
  return client.call('createPaymentIntent', {
    body: {
      ...wishOf(plan),
      currency: 'usd',
      metadata: { description: `${phones}, ${period.label}`, period: period.value },
    },
  });
}

/**
 * Opens the payment once as soon as it is wanted: of the order that the page knows already, so that a reload after
 * paying never places another one; `openAgain` after the hold has ended.
 */
export function useOpenPayment(facts: {
  /** Null for an order that stays in the customer's list: it isn't given back by leaving the page. */
  kind: PaymentKind | null;
  /** Null before there is an order. */
  orderId: string | null;
  isWanted: boolean;
  /** Places an order, or opens the one that the customer has chosen from the list. */
  open(): Promise<OpenedPayment>;
  onOpened(opened: OpenedPayment): void;
}) {
  const { kind, orderId, isWanted, open, onOpened } = facts;
  const client = useClient();
  const queries = useQueryClient();
  const hasBegun = useRef(false);
  // What the order is by now decides what the page shows: the money may have come in between.
  const readAgain = () => queries.invalidateQueries({ queryKey: queryKeys.orders });
  const { mutate, data, error, isPending, isIdle } = useMutation({
    mutationFn: (knownId: string | null) =>
      knownId === null ? open() : client.call('createOrderIntent', { params: { id: knownId } }),
    onSuccess: (opened) => {
      if (kind !== null) rememberOpenPayment(kind, opened.order_id);
      onOpened(opened);
      void readAgain();
    },
    onError: (refusal) => (refusal instanceof ApiError && refusal.status === 409 ? readAgain() : undefined),
  });
  useEffect(() => {
    if (!isWanted || hasBegun.current) return;
    hasBegun.current = true;
    mutate(orderId);
  }, [isWanted, orderId, mutate]);
  const isAboutToOpen = isWanted && isIdle;
  return { opened: data, error, isOpening: isPending || isAboutToOpen, openAgain: () => mutate(null) };
}
