import type { Assignment } from '@pocketfleet/contract';
import { Button, EmptyState, Skeleton, StatusDot, Table, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { CloudOff, History, RefreshCw } from 'lucide-react';
import { usePageTitle } from '../app/page-title.ts';
import { momentInWords, zoneInWords } from '../features/devices/moments.ts';
import { useNow } from '../features/devices/use-now.ts';
import {
  assignmentStatus,
  type HistoryStats,
  historyStats,
  newestFirst,
  usageHours,
} from '../features/history/assignment-view.ts';
import { useAssignments } from '../features/history/use-assignments.ts';

export function HistoryPage() {
  usePageTitle('Usage history');
  const query = useAssignments();
  const now = useNow();
  const assignments = newestFirst(query.data ?? []);
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <h1 className="font-semibold text-title">Account History</h1>
      <p className="text-second">Track your device usage history and assignments</p>
      <div className="mt-6 space-y-5">
        {query.isError && !query.data ? (
          <EmptyState
            isAlert
            icon={<CloudOff />}
            title="Failed to Load History"
            action={
              <Button
                kind="primary"
                isBusy={query.isFetching}
                icon={<RefreshCw aria-hidden="true" />}
                onClick={() => void query.refetch()}
              >
                Retry
              </Button>
            }
          >
            The server did not send your history.
          </EmptyState>
        ) : (
          <Stats stats={query.data ? historyStats(query.data, now) : null} />
        )}
        {query.isPending ? <LoadingTable /> : null}
        {query.data && assignments.length === 0 ? (
          <EmptyState icon={<History />} title="No History Available">
            Phones that you have used will be listed here.
          </EmptyState>
        ) : null}
        {assignments.length > 0 ? (
          <>
            <HistoryTable assignments={assignments} now={now} />
            <p className="text-right text-small text-third">Times in {zoneInWords(now)}</p>
          </>
        ) : null}
      </div>
    </div>
  );
}

function Stats({ stats }: { stats: HistoryStats | null }) {
  const cells: readonly (readonly [string, string | undefined])[] = [
    ['Total Devices Used', stats?.devices.toString()],
    ['Currently Active', stats?.active.toString()],
    ['Completed', stats?.completed.toString()],
    ['Avg. Usage', stats ? `${stats.averageHours}h` : undefined],
  ];
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-hairline bg-surface md:grid-cols-4 [&>*]:border-hairline max-md:[&>*:nth-child(-n+2)]:border-b [&>*:nth-child(even)]:border-l md:[&>*:nth-child(3)]:border-l">
      {cells.map(([label, value]) => (
        <div key={label} className="px-5 py-4">
          <dt className="text-second text-small">{label}</dt>
          <dd className="mt-1 h-8 font-semibold text-total tabular-nums">
            {value ?? <Skeleton className="mt-1 h-6 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function HistoryTable({ assignments, now }: { assignments: readonly Assignment[]; now: number }) {
  return (
    <TableFrame label="Your assignments">
      <Table className="min-w-[720px]">
        <Head />
        <tbody>
          {assignments.map((assignment) => (
            <HistoryRow key={assignment.id} assignment={assignment} now={now} />
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        {['Device', 'Status', 'Assigned Date', 'Released Date'].map((label) => (
          <Th key={label}>{label}</Th>
        ))}
        <Th className="text-right">Usage Time</Th>
      </tr>
    </thead>
  );
}

function HistoryRow({ assignment, now }: { assignment: Assignment; now: number }) {
  const status = assignmentStatus(assignment, now);
  const released =
    status === 'Completed' && assignment.expires_at ? momentInWords(Date.parse(assignment.expires_at)) : '-';
  const kind = { Scheduled: 'scheduled', Active: 'online', Completed: 'done' } as const;
  return (
    <Tr>
      <Td className="whitespace-nowrap">
        <span className="font-medium font-mono text-small">{assignment.tag}</span>
        <span className="ml-3">{assignment.phone_model}</span>
        {assignment.phone_device_serial ? (
          <span className="ml-3 font-mono text-caption text-third">{assignment.phone_device_serial}</span>
        ) : null}
      </Td>
      <Td>
        <StatusDot kind={kind[status]}>{status}</StatusDot>
      </Td>
      <Td className="whitespace-nowrap font-mono text-small">
        {momentInWords(Date.parse(assignment.starts_at))}
      </Td>
      <Td className="whitespace-nowrap font-mono text-small">{released}</Td>
      <Td className="text-right font-mono text-small tabular-nums">{usageHours(assignment, now)}h</Td>
    </Tr>
  );
}

function LoadingTable() {
  return (
    <div role="status" aria-label="Loading your history">
      <TableFrame label="Loading your history">
        <Table className="min-w-[720px]">
          <Head />
          <tbody>
            {[1, 2, 3, 4, 5].map((row) => (
              <Tr key={row}>
                {['w-32', 'w-16', 'w-28', 'w-24', 'ml-auto w-10'].map((width) => (
                  <Td key={width}>
                    <Skeleton className={`h-3.5 ${width}`} />
                  </Td>
                ))}
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </div>
  );
}
