import { Button, buttonClass, EmptyState, PageHeader, Skeleton } from '@pocketfleet/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, MessageCircleQuestion } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/questions';
import { useClient } from '../api/api-provider.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { QuestionCard } from '../features/questions/question-card.tsx';
import { QuestionRow } from '../features/questions/question-row.tsx';
import { useServerNow } from '../live/live-events-provider.tsx';
import { useOpenQuestionsQuery } from '../live/use-open-questions.ts';
import { paths } from '../paths.ts';
import { usePageTitle } from './page-title.ts';

/** The questions of programs about all phones, and the answers. */
export function QuestionsPage() {
  usePageTitle(texts.questions);
  const client = useClient();
  const nowMs = useServerNow(30_000);
  // On its own: the newest questions may all be closed, and an older one still open.
  const open = useOpenQuestionsQuery();
  const all = useInfiniteQuery({
    queryKey: [...queryKeys.questions, 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: cursor }) =>
      client.call('listQuestions', { query: { state: 'all', ...(cursor && { cursor }) }, signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const pages = all.data?.pages ?? [];
  const earlier = pages.flatMap(({ questions }) => questions).filter(({ state }) => state !== 'open');
  const hasFailed = (open.isError && !open.data) || (all.isError && !all.data);
  const isLoading = !hasFailed && (open.isPending || all.isPending);
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <PageHeader title={texts.questions} lead={texts.lead} />
      <div className="mt-6 flex max-w-[720px] flex-col gap-4">
        {isLoading ? (
          <div role="status" aria-label={texts.loading}>
            <Skeleton className="h-64" />
          </div>
        ) : null}
        {hasFailed ? (
          <EmptyState
            isAlert
            icon={<CircleAlert />}
            title={texts.notLoaded}
            action={
              <Button onClick={() => void Promise.all([open.refetch(), all.refetch()])}>{texts.retry}</Button>
            }
          >
            {texts.nothingIsLost}
          </EmptyState>
        ) : null}
        {open.data?.length === 0 ? (
          <EmptyState
            icon={<MessageCircleQuestion />}
            title={texts.noneOpen}
            action={
              <Link to={paths.agents} className={buttonClass()}>
                {texts.connectAgent}
              </Link>
            }
          >
            {texts.noneOpenText}
          </EmptyState>
        ) : null}
        {open.data?.map((question) => (
          <QuestionCard
            key={question.id}
            question={question}
            isNamingPhone
            toPhone={
              <Link to={paths.stream(question.phone.id)} className={buttonClass()}>
                {texts.openPhone}
              </Link>
            }
          />
        ))}
        {earlier.length === 0 && !all.hasNextPage ? null : (
          <section aria-labelledby="earlier-questions" className="mt-4">
            <h2 id="earlier-questions" className="font-semibold text-card">
              {texts.earlier}
            </h2>
            <p className="text-second text-small">{texts.earlierLead}</p>
            <ul className="mt-3 divide-y divide-hairline rounded-card border border-hairline bg-surface">
              {earlier.map((question) => (
                <QuestionRow key={question.id} question={question} nowMs={nowMs} />
              ))}
            </ul>
            {all.hasNextPage ? (
              <Button
                className="mt-4"
                isBusy={all.isFetchingNextPage}
                onClick={() => void all.fetchNextPage()}
              >
                {texts.more}
              </Button>
            ) : null}
          </section>
        )}
      </div>
    </div>
  );
}
