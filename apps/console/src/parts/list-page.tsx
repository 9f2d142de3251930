// The frame of a page with one list: title, what can be done, filters; and the four screens of a list that has
// nothing to show (loading, error, empty, no match), each with one next step.
import { Banner, Button, EmptyState, Skeleton } from '@pocketfleet/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { isForbidden, sentenceOf } from '../api/errors.ts';
import { useBrowserTitle } from './use-browser-title.ts';
import type { Filters } from './use-filters.ts';

const skeletonRows = Array.from({ length: 12 }, (_, row) => row);

type Props = {
  title: string;
  /** How many there are, in words. */
  count?: string | undefined;
  actions?: ReactNode;
  filterBar?: ReactNode;
  filters: Filters;
  answer: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'data' | 'isFetching' | 'refetch'>;
  /** Rows that are left after filtering. */
  shownCount: number;
  empty: { title: string; text: string };
  children: ReactNode;
};

export function ListPage(props: Props) {
  const { answer, filters } = props;
  return (
    <Page
      title={props.title}
      count={props.count}
      actions={
        <>
          {props.actions}
          <Button
            size="small"
            aria-label="Refresh"
            icon={<RefreshCw aria-hidden="true" />}
            onClick={() => answer.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      {props.filterBar}
      {answer.isError && answer.data !== undefined ? (
        <div className="mb-3">
          <Banner kind="warning">
            This list is no longer fresh. {sentenceOf(answer.error)} It is asked for again by itself.
          </Banner>
        </div>
      ) : null}
      <Body {...props} clear={filters.clear} />
    </Page>
  );
}

function Body({ answer, filters, shownCount, empty, clear, children }: Props & { clear(): void }) {
  if (answer.isPending) return <Loading />;
  if (answer.isError && answer.data === undefined) {
    // Asking again does not help; a colleague who gives out roles does.
    if (isForbidden(answer.error)) {
      return (
        <EmptyState isAlert title="Not for your role">
          {sentenceOf(answer.error)}
        </EmptyState>
      );
    }
    return (
      <EmptyState
        isAlert
        title="This could not be loaded"
        action={<Button onClick={() => answer.refetch()}>Retry</Button>}
      >
        {sentenceOf(answer.error)}
      </EmptyState>
    );
  }
  if (shownCount > 0) return children;
  if (filters.isFiltered) {
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={clear}>Clear the filters</Button>}>
        Other filters may find it.
      </EmptyState>
    );
  }
  return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
}

/** Title, actions and content of any page of the console. */
export function Page(props: {
  title: string;
  /** What the browser calls the page, where its heading alone does not say what it is: "Order PF-1042". */
  browserTitle?: string;
  count?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useBrowserTitle(props.browserTitle ?? props.title);
  return (
    <div className="p-4 lg:px-6">
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-title">{props.title}</h1>
        {props.count ? <span className="text-second text-small tabular-nums">{props.count}</span> : null}
        <div className="ml-auto flex flex-wrap items-center gap-2">{props.actions}</div>
      </div>
      {props.children}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="rounded-card border border-hairline bg-surface">
      <span className="sr-only">Loading</span>
      {skeletonRows.map((row) => (
        <div key={row} className="flex h-10 items-center gap-6 border-hairline border-b px-5 last:border-b-0">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-3 flex-1" />
        </div>
      ))}
    </div>
  );
}
