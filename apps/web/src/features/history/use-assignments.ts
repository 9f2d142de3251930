import type { ResponseOf, routes } from '@pocketfleet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { isAuthorizationError } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

type Page = ResponseOf<(typeof routes)['listAssignments']>;

/** Items of one page (spec section 7). */
const perPage = 100;

/** Assignments, newest first, a page at a time, with the figures over all; 401 and 403 give none (spec section 8). */
export function useAssignments() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: queryKeys.assignments,
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      try {
        return await client.call('listAssignments', { query: { page, per_page: perPage }, signal });
      } catch (error) {
        if (isAuthorizationError(error)) return nothing;
        throw error;
      }
    },
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
  });
}

const nothing: Page = {
  assignments: [],
  figures: { devices_used: 0, active: 0, completed: 0, average_usage_hours: 0 },
  total: 0,
  page: 1,
  per_page: perPage,
  total_pages: 0,
};
