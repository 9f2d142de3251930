import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { type Extension, extensionWish } from './extension.ts';

/** What keeping the phone longer costs and whether it can be had. Promises nothing. */
export function useExtensionQuote(extension: Extension, isWanted = true) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.assignments, 'extension', extension.assignmentId, extension.period.value],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      client.call('quoteExtension', {
        params: { id: extension.assignmentId },
        body: extensionWish(extension),
        signal,
      }),
  });
}
