import type { QuotedExtensions } from '@pocketfleet/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { type Extension, extensionWish } from './extension.ts';

/** What keeping phones longer costs and whether it can be had. Promises nothing. */
export function useExtensionQuote(extension: Extension, isWanted = true) {
  const client = useClient();
  const { assignmentIds, period } = extension;
  return useQuery({
    queryKey: [...queryKeys.assignments, 'extension', ...assignmentIds, period.value],
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<QuotedExtensions> => {
      const wish = extensionWish(extension);
      const [only, ...others] = assignmentIds;
      if (only === undefined || others.length > 0) {
        const body = { ...wish, assignment_ids: [...assignmentIds] };
        return client.call('quoteExtensions', { body, signal });
      }
      const quoted = await client.call('quoteExtension', { params: { id: only }, body: wish, signal });
      const amount = quoted.is_possible ? quoted.amount : 0;
      return { extensions: [quoted], gone: [], unit_amount: quoted.amount, amount };
    },
  });
}
