import { callRoute } from '@pocketfleet/client/call-route';
import { type ActivityRow, downloadActivity, workspaceHeader } from '@pocketfleet/contract';
import { saveFile, toast } from '@pocketfleet/ui';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import * as texts from '#language/activity';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAccountStore } from '../../session/account-store-context.ts';
import { teamId } from '../../team.ts';
import { type ActivityFilters, queryOf } from './activity-view.ts';

const rowsPerPage = 50;
/** Everything of 400 days may take a while. */
const downloadTimeoutMs = 600_000;

/** Pages of rows, newest first. A live event fetches the shown ones again, with their lengths. */
export function useActivity(filters: ActivityFilters) {
  const client = useClient();
  const query = queryOf(filters);
  return useInfiniteQuery({
    queryKey: [...queryKeys.activity, 'rows', query],
    queryFn: ({ pageParam, signal }) =>
      client.call('listActivity', {
        query: { ...query, limit: rowsPerPage, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    select: ({ pages }): readonly ActivityRow[] => pages.flatMap(({ rows }) => rows),
  });
}

/** The people, programs and phones to filter by. */
export function useActivityChoices() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.activity, 'choices'],
    queryFn: ({ signal }) => client.call('listActivityChoices', { signal }),
    staleTime: 60_000,
  });
}

export function useActivityDownload(filters: ActivityFilters) {
  const store = useAccountStore();
  return useMutation({
    mutationFn: () =>
      callRoute(
        { baseUrl: '/api', timeoutMs: downloadTimeoutMs },
        downloadActivity,
        { query: queryOf(filters) },
        {
          headers: {
            authorization: `Bearer ${store.readToken() ?? ''}`,
            accept: 'text/csv',
            ...(teamId !== null && { [workspaceHeader]: teamId }),
          },
        },
      ),
    onSuccess: ({ bytes, content_type, file_name }) =>
      saveFile(new Blob([new Uint8Array(bytes)], { type: content_type }), file_name),
    onError: (error) => void toast.error(texts.notDownloaded(reasonOf(error))),
  });
}
