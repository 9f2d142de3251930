// The frame of a page with one list: title, actions, filters; and the four screens of a list that has nothing to show
// (loading, error, empty, no match), each with one next step.
import { Banner, Button, cardClass, EmptyState, PageHeader, Skeleton } from '@pocketfleet/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage, isForbidden } from '../api/errors.ts';
import { useBrowserTitle } from './use-browser-title.ts';
import type { Filters } from './use-filters.ts';

const skeletonRows = Array.from({ length: 12 }, (_, row) => row);

type Props = {
  title: string;
  /** How many rows there are: "12 phones". */
  count?: string | undefined;
  actions?: ReactNode;
  filterBar?: ReactNode;
  filters: Filters;
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'data' | 'isFetching' | 'refetch'>;
  /** How many rows are left after filtering. */
  shownCount: number;
  empty: { title: string; text: string };
  children: ReactNode;
};

export function ListPage(props: Props) {
  const { query, filters } = props;
  return (
    <Page
      title={props.title}
      count={props.count}
      query={query}
      actions={
        <>
          {props.actions}
          <Button size="small" aria-label="Refresh" icon={<RefreshCw />} onClick={() => query.refetch()}>
            Refresh
          </Button>
        </>
      }
    >
      {props.filterBar}
      <Body {...props} clear={filters.clear} />
    </Page>
  );
}

function Body({ query, filters, shownCount, empty, clear, children }: Props & { clear(): void }) {
  if (query.isPending) return <Loading />;
  if (query.isError && query.data === undefined) {
    // A retry doesn't help here: only a colleague who gives out roles can.
    if (isForbidden(query.error)) {
      return (
        <EmptyState isAlert title="Not for your role">
          {errorMessage(query.error)}
        </EmptyState>
      );
    }
    return (
      <EmptyState
        isAlert
        title="This couldn’t be loaded"
        action={<Button onClick={() => query.refetch()}>Retry</Button>}
      >
        {errorMessage(query.error)}
      </EmptyState>
    );
  }
  if (shownCount > 0) return children;
  if (filters.isFiltered) {
    return (
      <EmptyState title="No matches" action={<Button onClick={clear}>Clear the filters</Button>}>
        Try other filters.
      </EmptyState>
    );
  }
  return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
}

/** Title, actions and content: any page of the console. */
export function Page(props: {
  title: string;
  /** The title in the browser's tab, where the heading alone is too short: "Order PF-1042". */
  browserTitle?: string;
  count?: string | undefined;
  actions?: ReactNode;
  /** The page's data. When it can't be fetched anew, the page says that it is old. */
  query?: Pick<UseQueryResult, 'isError' | 'error' | 'data'>;
  children: ReactNode;
}) {
  useBrowserTitle(props.browserTitle ?? props.title);
  return (
    <div className="p-4 lg:px-6">
      <div className="mb-4">
        <PageHeader title={props.title} count={props.count}>
          <div className="flex flex-wrap items-center gap-2">{props.actions}</div>
        </PageHeader>
      </div>
      <div role="status" className="mb-3 empty:hidden">
        {props.query?.isError && props.query.data !== undefined ? (
          <Banner kind="warning">
            This page is out of date. {errorMessage(props.query.error)} We’ll keep trying to load it.
          </Banner>
        ) : null}
      </div>
      {props.children}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className={cardClass}>
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
