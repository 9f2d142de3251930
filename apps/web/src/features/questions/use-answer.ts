import type { Question } from '@pocketfleet/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';

type Answer = { choice?: string; text?: string };

export function useAnswer({ id }: Question) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Answer) => client.call('answerQuestion', { params: { id }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.questions }),
  });
}
