// Reads of the operators' API that stay fresh by themselves.
import type { OperatorRouteName } from '@pocketfleet/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from './api-provider.tsx';
import type { Answer, CallInput } from './client.ts';

/** Asks again every `refetchMs` while the page is in sight; an older answer stays until the new one is there. */
export function useAnswer<Name extends OperatorRouteName>(
  name: Name,
  input: Pick<CallInput<Name>, 'params' | 'query'> = {},
  refetchMs = 5_000,
  /** Not asked for before that. */
  isWanted = true,
): UseQueryResult<Answer<Name>> {
  const client = useClient();
  return useQuery<Answer<Name>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => client.call(name, { ...input, signal } as CallInput<Name>),
    placeholderData: keepPreviousData as never,
    refetchInterval: refetchMs,
    enabled: isWanted,
  });
}
