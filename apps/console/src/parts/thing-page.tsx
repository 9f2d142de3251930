// What the pages of one thing (an order, a phone, an account) share: the screen before it is there, and its acts.
import { Button, EmptyState, Skeleton } from '@pocketfleet/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { sentenceOf } from '../api/errors.ts';
import { useSession } from '../features/accounts/session.ts';
import { useOpenAct } from './act-dialog.tsx';
import { Page } from './list-page.tsx';
import type { RowAct } from './row-menu.tsx';

type Answer = Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;

/** Loading, or why it could not be loaded. `what`: "This order". */
export function WaitingPage({ title, what, answer }: { title: string; what: string; answer: Answer }) {
  return (
    <Page title={title}>
      {answer.isError ? (
        <EmptyState
          isAlert
          title={`${what} could not be loaded`}
          action={<Button onClick={() => answer.refetch()}>Retry</Button>}
        >
          {sentenceOf(answer.error)}
        </EmptyState>
      ) : (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-80 w-full" />
        </div>
      )}
    </Page>
  );
}

/** Those of the acts that this operator's role permits. */
export function ActButtons({ acts }: { acts: readonly RowAct[] }) {
  const { permissions } = useSession();
  const openAct = useOpenAct();
  return acts
    .filter(({ permission }) => permissions.includes(permission))
    .map(({ label, act }) => (
      <Button
        key={label}
        size="small"
        kind={act.isDangerous ? 'danger' : 'secondary'}
        onClick={() => openAct(act)}
      >
        {label}
      </Button>
    ));
}
