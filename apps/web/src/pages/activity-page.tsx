import type { ActivityRow } from '@pocketfleet/contract';
import { Button, EmptyState, PageHeader, Skeleton } from '@pocketfleet/ui';
import { ArrowUp, CircleAlert, Download, ListX, ScrollText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as texts from '#language/activity';
import { reasonOf } from '../api/errors.ts';
import { ActivityFilterBar, noFilters } from '../features/activity/activity-filters.tsx';
import { ActivityList } from '../features/activity/activity-list.tsx';
import { type ActivityFilters, isFiltered, parseFilters } from '../features/activity/activity-view.ts';
import { useActivity, useActivityDownload } from '../features/activity/use-activity.ts';
import { useServerNow } from '../live/live-events-provider.tsx';
import { useMay } from '../session/use-workspace.ts';
import { usePageTitle } from './page-title.ts';

type Change = Partial<Record<keyof ActivityFilters, string | null>>;

/** The activity of the workspace, newest first, as it happens. */
export function ActivityPage() {
  usePageTitle(texts.activity);
  const [query, setQuery] = useSearchParams();
  const filters = parseFilters(query);
  const seesAll = useMay('members');
  const download = useActivityDownload(filters);
  const change = (changed: Change) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <PageHeader title={texts.activity} lead={seesAll ? texts.lead : texts.leadOfSome}>
        <Button icon={<Download />} isBusy={download.isPending} onClick={() => download.mutate()}>
          {texts.downloadCsv}
        </Button>
      </PageHeader>
      <div className="mt-6 flex flex-col gap-5">
        <ActivityFilterBar filters={filters} onChange={change} />
        <Rows key={JSON.stringify(filters)} filters={filters} onClear={() => change(noFilters)} />
      </div>
    </div>
  );
}

function Rows({ filters, onClear }: { filters: ActivityFilters; onClear(): void }) {
  const found = useActivity(filters);
  const nowMs = useServerNow(60_000);
  const { shown, held, show } = useSteadyRows(found.data);
  if (found.isPending) return <Loading />;
  if (found.isError && !found.data) {
    const action = (
      <Button onClick={() => void found.refetch()} isBusy={found.isFetching}>
        {texts.retry}
      </Button>
    );
    return (
      <EmptyState isAlert icon={<CircleAlert />} title={texts.failed} action={action}>
        {reasonOf(found.error) ?? texts.failedText}
      </EmptyState>
    );
  }
  if (shown.length === 0) return <Nothing isFiltered={isFiltered(filters)} onClear={onClear} />;
  return (
    <>
      <div role="status" className="sticky top-16 z-20 flex h-0 justify-center">
        {held > 0 ? (
          <Button kind="primary" size="small" icon={<ArrowUp />} onClick={show}>
            {texts.newRows(held)}
          </Button>
        ) : null}
      </div>
      <ActivityList rows={shown} nowMs={nowMs} />
      {found.hasNextPage ? (
        <Button
          className="self-center"
          isBusy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : (
        <p className="text-center text-second text-small">{texts.beginning}</p>
      )}
    </>
  );
}

/** Further down than this, somebody reads, and new rows wait until they are asked for. */
const topPx = 80;

/** New rows come at the top by themselves while the page is there; further down they would move what one reads. */
function useSteadyRows(rows: readonly ActivityRow[] = []) {
  const newest = rows[0]?.id ?? 0;
  const [newestShown, setNewestShown] = useState(newest);
  const show = () => setNewestShown(newest);
  useEffect(() => {
    const showAtTop = () => {
      if (window.scrollY < topPx) setNewestShown(newest);
    };
    showAtTop();
    window.addEventListener('scroll', showAtTop, { passive: true });
    return () => window.removeEventListener('scroll', showAtTop);
  }, [newest]);
  const shown = newestShown === 0 ? rows : rows.filter(({ id }) => id <= newestShown);
  return {
    shown,
    held: rows.length - shown.length,
    show: () => {
      show();
      window.scrollTo({ top: 0 });
    },
  };
}

function Loading() {
  return (
    <div role="status" aria-label={texts.loading} className="flex flex-col gap-3">
      {[0, 1, 2, 3, 4, 5].map((n) => (
        <Skeleton key={n} className="h-10" />
      ))}
    </div>
  );
}

function Nothing(props: { isFiltered: boolean; onClear(): void }) {
  if (!props.isFiltered) {
    return (
      <EmptyState icon={<ScrollText />} title={texts.empty}>
        {texts.emptyText}
      </EmptyState>
    );
  }
  const action = <Button onClick={props.onClear}>{texts.clearFilters}</Button>;
  return (
    <EmptyState icon={<ListX />} title={texts.noMatch} action={action}>
      {texts.noMatchText}
    </EmptyState>
  );
}
