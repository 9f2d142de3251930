import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Client } from '../../api/client.ts';
import { type PaymentKind, rememberOpenPayment } from './open-payment.ts';
import { type RentalPlan, wishOf } from './selection.ts';

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

/** Opens the payment once as soon as it is wanted; `openAgain` after the hold has ended. */
export function useOpenPayment(facts: {
  /** Null for an order that stays in the customer's list: it isn't given back by leaving the page. */
  kind: PaymentKind | null;
  isWanted: boolean;
  open(): Promise<OpenedPayment>;
  onOpened(opened: OpenedPayment): void;
}) {
  const { kind, isWanted, open, onOpened } = facts;
  const hasBegun = useRef(false);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: open,
    onSuccess: (opened) => {
      if (kind !== null) rememberOpenPayment(kind, opened.order_id);
      onOpened(opened);
    },
  });
  useEffect(() => {
    if (!isWanted || hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [isWanted, mutate]);
  const isAboutToOpen = isWanted && !hasBegun.current;
  return { opened: data, error, isOpening: isPending || isAboutToOpen, openAgain: () => mutate() };
}
