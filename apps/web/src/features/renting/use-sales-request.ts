import type { Order } from '@pocketfleet/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { type RentalPlan, wishOf } from './selection.ts';

/**
 * Sends the sales request. One key for each visit of the page: whatever is sent again is the same request, and the
 * team gets one.
 */
export function useSalesRequest(onSent: (order: Order) => void) {
  const client = useClient();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (plan: RentalPlan) =>
      client.call('createOrder', { body: { ...wishOf(plan), currency: 'usd' }, idempotencyKey: key }),
    onSuccess: onSent,
    // The page shows the failure and keeps the form; the log says why (spec section 8).
    onError: (error) => console.error('The request could not be sent:', error),
  });
}
