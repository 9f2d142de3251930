import { Button, buttonClass, EmptyState, PageHeader } from '@pocketfleet/ui';
import { browserZone } from '@pocketfleet/ui/format';
import { History } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/history';
import { newestFirst } from '../features/history/assignment-view.ts';
import { HistoryFigures } from '../features/history/history-figures.tsx';
import { LoadFailed } from '../features/history/history-section.tsx';
import { HistoryTable, LoadingHistory } from '../features/history/history-table.tsx';
import { OrdersSection } from '../features/history/orders-section.tsx';
import { UsageSection } from '../features/history/usage-section.tsx';
import { useAssignments } from '../features/history/use-assignments.ts';
import { useCutOffState, useServerNow } from '../live/live-events-provider.tsx';
import { paths } from '../paths.ts';
import { useMay } from '../session/use-workspace.ts';
import { usePageTitle } from './page-title.ts';

export function HistoryPage() {
  usePageTitle(texts.usageHistory);
  const query = useAssignments();
  // Orders are for those who rent; the phones of the team that a member used are for everybody.
  const mayRent = useMay('rent');
  const now = useServerNow(60_000);
  /** Grey while nothing new comes: a green "Active" would claim what is not known. */
  const greyWhenOld = useCutOffState() === null ? '' : 'grayscale';
  const pages = query.data?.pages ?? [];
  const assignments = newestFirst(pages.flatMap((page) => page.assignments));
  const last = pages.at(-1);
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <PageHeader title={texts.accountHistory} lead={texts.trackYourDeviceUsageHistory} />
      <div className="mt-6 space-y-5">
        {query.isError && !query.data ? (
          <LoadFailed
            title={texts.failedToLoadHistory}
            sentence={texts.theServerDidNotSendYourHistory}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div className={greyWhenOld}>
            <HistoryFigures figures={pages[0]?.figures ?? null} />
          </div>
        )}
        {query.isPending ? <LoadingHistory /> : null}
        {query.data && assignments.length === 0 ? (
          <EmptyState
            icon={<History />}
            title={texts.noHistoryAvailable}
            action={
              mayRent ? (
                <Link to={paths.rentNow} className={buttonClass('primary')}>
                  {texts.rentPhones}
                </Link>
              ) : undefined
            }
          >
            {texts.phonesThatYouHaveUsed}
          </EmptyState>
        ) : null}
        {assignments.length > 0 ? (
          <>
            <div className={greyWhenOld}>
              <HistoryTable assignments={assignments} now={now} />
            </div>
            <p className="text-small text-third">{texts.whatHoursMean}</p>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-small text-third" role="status">
                {texts.ofLabel(assignments.length)}
                {last?.total ?? assignments.length}
                {texts.assignments}
              </p>
              {query.hasNextPage ? (
                <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {texts.showMore}
                </Button>
              ) : null}
              <p className="text-small text-third">
                {texts.timesIn}
                {browserZone()}
              </p>
            </div>
            <UsageSection />
          </>
        ) : null}
        {query.isPending || !mayRent ? null : <OrdersSection />}
      </div>
    </div>
  );
}
