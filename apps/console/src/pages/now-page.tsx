import { EmptyState } from '@pocketfleet/ui';
import { CircleCheck } from 'lucide-react';
import { useApiQuery } from '../api/use-api-query.ts';
import { OpenWorkList } from '../features/open-work/open-work-list.tsx';
import { WaitingPage } from '../parts/detail-page.tsx';
import { Page } from '../parts/list-page.tsx';

const title = 'What needs you now';

/** The first page: what waits for a person, each kind with its oldest entries and the way to its list. */
export function NowPage() {
  const query = useApiQuery('listOpenWork');
  if (!query.data) return <WaitingPage title={title} subject="The list of open work" query={query} />;
  const { kinds } = query.data;
  const open = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <Page
      title={title}
      browserTitle="Needs you now"
      count={open > 0 ? `${open} open` : undefined}
      query={query}
    >
      {kinds.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="Nothing needs you now">
          New alarms, requests and messages appear here.
        </EmptyState>
      ) : (
        <OpenWorkList kinds={kinds} />
      )}
    </Page>
  );
}
