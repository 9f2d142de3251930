import type { Order } from '@pocketfleet/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { type RentalPlan, rentalRequest } from './selection.ts';

/**
 * Sends the sales request. One key for each text within a visit of the page: what is sent again unchanged is the same
 * request, and the team gets one. The server refuses a key that comes back with another text.
 */
export function useSalesRequest(onSent: (order: Order) => void) {
  const client = useClient();
  const [keys] = useState(() => new Map<string, string>());
  return useMutation({
    mutationFn: ({ plan, note }: { plan: RentalPlan; note: string }) => {
      const idempotencyKey = keys.get(note) ?? crypto.randomUUID();
      keys.set(note, idempotencyKey);
      const body = { ...rentalRequest(plan), currency: 'usd', ...(note === '' ? {} : { note }) } as const;
      return client.call('createOrder', { body, idempotencyKey });
    },
    onSuccess: onSent,
    // The page shows the failure and keeps the form; the log says why (spec section 8).
    onError: (error) => console.error('The request could not be sent:', error),
  });
}
