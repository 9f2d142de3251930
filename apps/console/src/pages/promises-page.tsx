import { Button, EmptyState, Skeleton } from '@pocketfleet/ui';
import { sentenceOf } from '../api/errors.ts';
import { useAnswer } from '../api/use-answer.ts';
import { PromiseList } from '../features/promises/promise-list.tsx';
import { Page } from '../parts/list-page.tsx';
import { momentInWords } from '../parts/words.ts';

/** Asked for on the live database: not as often as lists are. */
const everyMs = 60_000;

/** What `pocketfleet audit` prints: the promises of money and inventory, checked now. */
export function PromisesPage() {
  const answer = useAnswer('runMoneyAudit', {}, everyMs);
  const checks = answer.data?.checks;
  const at = answer.dataUpdatedAt;
  return (
    <Page
      title="Money and inventory"
      count={
        checks ? `${checks.length} promises, checked ${momentInWords(new Date(at).toISOString())}` : undefined
      }
      actions={
        <Button size="small" isBusy={answer.isFetching} onClick={() => answer.refetch()}>
          Check now
        </Button>
      }
    >
      {checks ? <PromiseList checks={checks} /> : null}
      {!checks && answer.isError ? (
        <EmptyState
          isAlert
          title="This could not be checked"
          action={<Button onClick={() => answer.refetch()}>Retry</Button>}
        >
          {sentenceOf(answer.error)}
        </EmptyState>
      ) : null}
      {answer.isPending ? (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-80 w-full" />
        </div>
      ) : null}
    </Page>
  );
}
