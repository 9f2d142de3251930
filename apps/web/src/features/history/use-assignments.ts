import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { isAuthorizationError } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** The last 100 assignments; 401 and 403 give none (spec section 8). */
export function useAssignments() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.assignments,
    queryFn: async ({ signal }) => {
      try {
        const page = await client.call('listAssignments', { query: { page: 1, per_page: 100 }, signal });
        return page.assignments;
      } catch (error) {
        if (isAuthorizationError(error)) return [];
        throw error;
      }
    },
  });
}
