// Parts of the pages that show one order, phone or account: the screen before it is loaded, and its actions.
import { Button, EmptyState, Skeleton } from '@pocketfleet/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { errorMessage } from '../api/errors.ts';
import { useSession } from '../session.ts';
import { useOpenAction } from './action-dialog.tsx';
import { Page } from './list-page.tsx';
import type { RowAction } from './row-menu.tsx';

type Query = Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;

/** Loading, or the error. `subject` begins the error's sentence: "This order". */
export function WaitingPage(props: { title: string; subject: string; query: Query }) {
  const { title, subject, query } = props;
  return (
    <Page title={title}>
      {query.isError ? (
        <EmptyState
          isAlert
          title={`${subject} couldn’t be loaded`}
          action={<Button onClick={() => query.refetch()}>Retry</Button>}
        >
          {errorMessage(query.error)}
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

/** The actions that this operator's role permits. */
export function ActionButtons({ actions }: { actions: readonly RowAction[] }) {
  const { permissions } = useSession();
  const openAction = useOpenAction();
  return actions
    .filter(({ permission }) => permissions.includes(permission))
    .map(({ label, action, isMain }) => (
      <Button
        key={label}
        size="small"
        kind={action.isDangerous ? 'danger' : isMain ? 'primary' : 'secondary'}
        onClick={() => openAction(action)}
      >
        {label}
      </Button>
    ));
}
