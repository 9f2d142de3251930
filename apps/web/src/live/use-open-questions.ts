// The questions that programs have asked and nobody has answered: for the menu's counter, the pages of phones, and their list.
import type { Question } from '@pocketfleet/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api-provider.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { useMay } from '../session/use-workspace.ts';

/** Live events fetch it again; this is for what they miss. */
const pollEveryMs = 60_000;
const none: readonly Question[] = [];

/** None for members who may not control phones. */
export function useOpenQuestions(): readonly Question[] {
  return useOpenQuestionsQuery().data ?? none;
}

export function useOpenQuestionsQuery() {
  const client = useClient();
  const mayAnswer = useMay('control');
  return useQuery({
    queryKey: [...queryKeys.questions, 'open'],
    queryFn: async ({ signal }) => (await client.call('listQuestions', { query: {}, signal })).questions,
    refetchInterval: pollEveryMs,
    enabled: mayAnswer,
  });
}
