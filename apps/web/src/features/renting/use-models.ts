import type { Availability, ModelAvailability } from '@pocketfleet/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import type { RentalPlan } from './selection.ts';

const staleMs = 60_000;

/** The models that can be chosen. */
export function useModels() {
  const client = useClient();
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.call('listModels', { signal }),
    staleTime: staleMs,
  });
}

export type ModelCounts = readonly ModelAvailability[] | null;

/**
 * How many phones of each model are free for the plan's time; null until that is known. Choosing other models or more
 * phones doesn't change it, and a start that follows the clock (`isNow`) doesn't either, so it is kept while the next answer is on
 * its way.
 */
export function useModelCounts(
  plan: RentalPlan | null,
  answer: Availability | null,
  isNow = false,
): ModelCounts {
  const time = plan ? `${isNow ? 'now' : plan.startMs} ${plan.period.value}` : null;
  const [known, setKnown] = useState<{ time: string; models: readonly ModelAvailability[] } | null>(null);
  const models = answer?.models;
  if (time !== null && models !== undefined && (known?.time !== time || known.models !== models))
    setKnown({ time, models });
  return known !== null && known.time === time ? known.models : null;
}
