import type { ActivityRow } from '@pocketfleet/contract';
import { Banner, Button, type Column, DataTable } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage } from '../../api/errors.ts';
import { Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';

/** Read only when asked for, because each reading is recorded and its people see it. */
export function WorkspaceActivity({ workspaceId }: { workspaceId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <h2 className="mb-2 font-semibold text-card">Activity</h2>
      {isOpen ? (
        <Rows workspaceId={workspaceId} />
      ) : (
        <>
          <p className="mb-3 text-second">
            That you read it is kept in the audit log, and shown to the people of this workspace.
          </p>
          <Button onClick={() => setOpen(true)}>Read the activity</Button>
        </>
      )}
    </section>
  );
}

function Rows({ workspaceId }: { workspaceId: string }) {
  const client = useClient();
  const found = useInfiniteQuery({
    queryKey: ['readActivity', workspaceId],
    queryFn: ({ pageParam, signal }) =>
      client.call('readActivity', {
        params: { id: workspaceId },
        query: { limit: 100, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  if (found.isPending) return <p role="status">Loading the activity</p>;
  if (found.isError && !found.data) {
    const again = (
      <Button size="small" onClick={() => void found.refetch()}>
        Retry
      </Button>
    );
    return (
      <Banner kind="error" action={again}>
        {errorMessage(found.error)}
      </Banner>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <DataTable label="Activity" rows={rows} rowKey={({ id }) => id} columns={columns} />
      {found.hasNextPage ? (
        <Button
          className="self-start"
          isBusy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show earlier
        </Button>
      ) : null}
    </div>
  );
}

const columns: readonly Column<ActivityRow>[] = [
  { key: 'at', title: 'When', widthPx: 132, cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'who',
    title: 'Who',
    widthPx: 170,
    cell: ({ who }) => <Truncate text={`${humanize(who.kind)} ${who.name}`.trim()} />,
  },
  { key: 'what', title: 'What', widthPx: 190, cell: ({ kind }) => <Truncate text={kind} isMono /> },
  {
    key: 'phone',
    title: 'Phone',
    widthPx: 90,
    cell: ({ phone }) => <Truncate text={phone?.tag ?? ''} isMono />,
  },
  {
    key: 'from',
    title: 'From',
    widthPx: 130,
    cell: ({ address }) => <Truncate text={address ?? ''} isMono />,
  },
  {
    key: 'details',
    title: 'Details',
    widthPx: 360,
    cell: ({ details }) => <Truncate text={factsOf(details)} isQuiet />,
  },
];

/** Without the ids of what a name says already. */
function factsOf(details: object): string {
  return Object.entries(details)
    .filter(([name]) => name !== 'id' && name !== 'user_id')
    .map(([name, value]) => `${humanize(name)}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
}
