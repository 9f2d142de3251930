import { toast } from '@pocketfleet/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Guests come and go without an event of their own while they only reload their page. */
const pollEveryMs = 10_000;

export function useShareLinks() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.shareLinks,
    queryFn: async ({ signal }) => (await client.call('listShareLinks', { signal })).links,
    refetchInterval: pollEveryMs,
  });
}

/** The present viewers of this phone. */
export function useViewers(deviceId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.viewers, deviceId],
    queryFn: async ({ signal }) =>
      (await client.call('listViewers', { params: { id: deviceId }, signal })).viewers,
    refetchInterval: pollEveryMs,
  });
}

/** A change of links or guests: says what happened or why it can't be, and fetches again what may have changed. */
export function useSharingChange<Input>(
  run: (input: Input) => Promise<unknown>,
  done: (input: Input) => string,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (_, input) => void toast.success(done(input)),
    onError: (error) => void toast.error(reasonOf(error) ?? error.message),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.shareLinks }),
        queries.invalidateQueries({ queryKey: queryKeys.viewers }),
      ]),
  });
}
