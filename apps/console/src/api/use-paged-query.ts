// A long list that is fetched page by page as the operator scrolls, and stays fresh by itself.
import type { CallInput, CallResult } from '@pocketfleet/client-team';
import type { OperatorRouteName } from '@pocketfleet/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from './api-provider.tsx';

/** The routes that return a page of a list. */
export type ListRoute = {
  [Name in OperatorRouteName]: CallResult<Name> extends {
    rows: unknown[];
    total: number;
    total_pages: number;
  }
    ? Name
    : never;
}[OperatorRouteName];

/** The first page, and more with `fetchNextPage`. The loaded pages are fetched again after `refetchMs`. */
export function usePagedQuery<Name extends ListRoute>(
  name: Name,
  query: NonNullable<CallInput<Name>['query']>,
  refetchMs: (first: CallResult<Name> | undefined) => number,
) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [name, 'pages', query],
    queryFn: ({ signal, pageParam }) =>
      client.call(name, { query: { ...query, page: pageParam }, signal } as CallInput<Name>),
    initialPageParam: 1,
    getNextPageParam: (last: CallResult<Name>, _, page) => (page < last.total_pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchMs(state.data?.pages[0]),
  });
}
