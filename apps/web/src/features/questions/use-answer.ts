import type { Question } from '@pocketfleet/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';

type Answer = { choice?: string; text?: string };

/** `onAnswered` is called too when the card has gone before the answer to the call is here. */
export function useAnswer({ id }: Question, onAnswered: (() => void) | undefined) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Answer) => client.call('answerQuestion', { params: { id }, body }),
    onSuccess: () => onAnswered?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.questions }),
  });
}
