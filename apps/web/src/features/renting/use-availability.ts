import type { Availability } from '@pocketfleet/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { type RentalPlan, wishOf } from './selection.ts';

/** Pause after the last change before the server is asked (spec section 9). */
const pauseMs = 500;

export type AvailabilityState =
  | { status: 'idle' }
  | { status: 'validating' }
  | { status: 'validated'; answer: Availability }
  | { status: 'error'; error: unknown; retry(): void };

/**
 * How many phones are free for a plan. Any change clears the answer; it is kept under the wish that it is for, so
 * a late one never overwrites a newer one.
 */
export function useAvailability(plan: RentalPlan | null): AvailabilityState {
  const client = useClient();
  // An empty list asks for the counts of all models as well.
  const wish = plan ? { ...wishOf(plan), models: [...plan.models] } : null;
  const key = wish ? JSON.stringify(wish) : null;
  const settledKey = useSettled(key);
  const query = useQuery({
    queryKey: ['availability', settledKey],
    enabled: wish !== null && settledKey === key,
    queryFn: async ({ signal }) => {
      if (wish === null) throw new Error('there is nothing to ask for');
      return client.call('validateAvailability', { body: wish, signal });
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (key === null) return { status: 'idle' };
  if (settledKey !== key || query.isPending) return { status: 'validating' };
  if (query.isError && !query.isFetching) {
    return { status: 'error', error: query.error, retry: () => void query.refetch() };
  }
  return query.data ? { status: 'validated', answer: query.data } : { status: 'validating' };
}

/** A value once it has stood still for the pause; an absent one at once. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return value === null ? null : settled;
}
