// Reads of the operators' API that stay fresh by themselves.
import type { CallInput, CallResult } from '@pocketfleet/client-team';
import type { OperatorRouteName } from '@pocketfleet/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from './api-provider.tsx';
import type { ListRoute } from './use-paged-query.ts';

/** Fetches again every `refetchMs` while the page is visible; the previous response stays until the next one arrives. */
export function useApiQuery<Name extends OperatorRouteName>(
  name: Name,
  input: Pick<CallInput<Name>, 'params' | 'query'> = {},
  refetchMs = 5_000,
  isEnabled = true,
): UseQueryResult<CallResult<Name>> {
  const client = useClient();
  return useQuery<CallResult<Name>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => client.call(name, { ...input, signal } as CallInput<Name>),
    placeholderData: keepPreviousData as never,
    refetchInterval: refetchMs,
    enabled: isEnabled,
  });
}

/** The API's largest page, and how many pages are fetched at most: 20,000 rows. */
const perPage = 1_000;
const maxPages = 20;

/** All pages of a list in one result, for a page that filters and sorts the whole list itself. */
export function useFullList<Name extends ListRoute>(
  name: Name,
  refetchMs = 5_000,
): UseQueryResult<Pick<CallResult<Name>, 'rows' | 'total'>> {
  const client = useClient();
  return useQuery<Pick<CallResult<Name>, 'rows' | 'total'>>({
    queryKey: [name, 'all'],
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        client.call(name, { query: { per_page: perPage, page }, signal } as CallInput<Name>);
      const first = await read(1);
      const rows: unknown[] = [...first.rows];
      for (let page = 2; page <= Math.min(first.total_pages, maxPages); page += 1)
        rows.push(...(await read(page)).rows);
      return { rows, total: first.total } as Pick<CallResult<Name>, 'rows' | 'total'>;
    },
    refetchInterval: refetchMs,
  });
}
