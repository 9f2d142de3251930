import type { QuotedExtensions } from '@pocketfleet/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { type Extension, extensionRequest } from './extension.ts';

/** Asks for the price of keeping phones longer, and whether they are free. It reserves nothing. */
export function useExtensionQuote(extension: Extension, isWanted = true) {
  const client = useClient();
  const { assignmentIds, period } = extension;
  return useQuery({
    queryKey: [...queryKeys.assignments, 'extension', ...assignmentIds, period.value],
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<QuotedExtensions> => {
      const request = extensionRequest(extension);
      const [only, ...others] = assignmentIds;
      if (only === undefined || others.length > 0) {
        const body = { ...request, assignment_ids: [...assignmentIds] };
        return client.call('quoteExtensions', { body, signal });
      }
      const quoted = await client.call('quoteExtension', { params: { id: only }, body: request, signal });
      const amount = quoted.is_possible ? quoted.amount : 0;
      return { extensions: [quoted], gone: [], unit_amount: quoted.amount, amount };
    },
  });
}
