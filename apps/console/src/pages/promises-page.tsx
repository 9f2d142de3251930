import { Button, EmptyState, Skeleton } from '@pocketfleet/ui';
import { sentenceOf } from '../api/errors.ts';
import { PromiseList } from '../features/promises/promise-list.tsx';
import { usePromises } from '../features/promises/use-promises.ts';
import { Page } from '../parts/list-page.tsx';
import { counted, momentInWords } from '../parts/words.ts';

/** What `pocketfleet audit` prints: the promises of money and inventory, checked now. */
export function PromisesPage() {
  const { named, rows, checkedAtMs, isChecking, checkNow } = usePromises();
  return (
    <Page
      title="Money and inventory"
      count={named.data && countOf(rows, checkedAtMs)}
      actions={
        <Button size="small" isBusy={isChecking} onClick={checkNow}>
          Check now
        </Button>
      }
    >
      {named.data ? <PromiseList rows={rows} /> : null}
      {!named.data && named.isError ? (
        <EmptyState
          isAlert
          title="This could not be checked"
          action={<Button onClick={() => named.refetch()}>Retry</Button>}
        >
          {sentenceOf(named.error)}
        </EmptyState>
      ) : null}
      {named.isPending ? (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-80 w-full" />
        </div>
      ) : null}
    </Page>
  );
}

/** "34 promises, 12 checked", in the end "34 promises, checked Nov 23, 09:00". */
function countOf(rows: readonly { checked: unknown }[], checkedAtMs: number): string {
  const checkedCount = rows.filter(({ checked }) => checked !== undefined).length;
  const isWhole = checkedAtMs > 0 && checkedCount === rows.length;
  const checked = isWhole
    ? `checked ${momentInWords(new Date(checkedAtMs).toISOString())}`
    : `${checkedCount} checked`;
  return `${counted(rows.length, 'promise')}, ${checked}`;
}
