import type { Availability } from '@pocketfleet/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { type RentalPlan, rentalRequest } from './selection.ts';

/** Pause after the last change before the server is asked (spec section 9). */
const pauseMs = 500;

export type AvailabilityState =
  | { status: 'idle' }
  | { status: 'validating' }
  | { status: 'validated'; answer: Availability }
  | { status: 'error'; error: unknown; retry(): void };

/** How often it is asked again for a start that follows the clock. */
const nowPeriodMs = 60_000;

/**
 * How many phones are free for a plan. Any change clears the answer; it is kept under the request that it is for, so
 * a late one never overwrites a newer one. With `isNow` the start follows the clock, which is no change: the answer stays until
 * the next one is there, also if that one fails, because the payment page asks once more.
 */
export function useAvailability(plan: RentalPlan | null, isNow = false): AvailabilityState {
  const client = useClient();
  // An empty list asks for the counts of all models as well.
  const request = plan ? { ...rentalRequest(plan), models: [...plan.models] } : null;
  const key = request ? JSON.stringify({ ...request, start_date: isNow ? 'now' : request.start_date }) : null;
  const settledKey = useSettled(key);
  const query = useQuery({
    queryKey: ['availability', settledKey],
    enabled: request !== null && settledKey === key,
    queryFn: async ({ signal }) => {
      if (request === null) throw new Error('there is nothing to ask for');
      return client.call('validateAvailability', { body: request, signal });
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: isNow ? nowPeriodMs : false,
  });
  if (key === null) return { status: 'idle' };
  if (settledKey !== key || query.isPending) return { status: 'validating' };
  if (query.isError && !query.isFetching && !(isNow && query.data)) {
    return { status: 'error', error: query.error, retry: () => void query.refetch() };
  }
  return query.data ? { status: 'validated', answer: query.data } : { status: 'validating' };
}

/** A value once it has stood still for the pause; the first one, and an absent one, at once. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return value === null ? null : settled;
}
