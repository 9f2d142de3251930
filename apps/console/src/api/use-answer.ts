// Reads of the operators' API that stay fresh by themselves.
import type { OperatorRouteName } from '@pocketfleet/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from './api-provider.tsx';
import type { Answer, CallInput } from './client.ts';
import type { ListRoute } from './use-pages.ts';

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

/** As many rows as the API gives at once, and the most pages that are asked for: a list of 20,000. */
const perPage = 1_000;
const mostPages = 20;

/** All pages of a list as one answer, for a page that filters and sorts the whole list itself. */
export function useWholeList<Name extends ListRoute>(
  name: Name,
  refetchMs = 5_000,
): UseQueryResult<Pick<Answer<Name>, 'rows' | 'total'>> {
  const client = useClient();
  return useQuery<Pick<Answer<Name>, 'rows' | 'total'>>({
    queryKey: [name, 'all'],
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        client.call(name, { query: { per_page: perPage, page }, signal } as CallInput<Name>);
      const first = await read(1);
      const rows: unknown[] = [...first.rows];
      for (let page = 2; page <= Math.min(first.total_pages, mostPages); page += 1)
        rows.push(...(await read(page)).rows);
      return { rows, total: first.total } as Pick<Answer<Name>, 'rows' | 'total'>;
    },
    refetchInterval: refetchMs,
  });
}
