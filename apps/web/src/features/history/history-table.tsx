import type { Assignment } from '@pocketfleet/contract';
import { type Column, DataTable, StatusDot } from '@pocketfleet/ui';
import { formatMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/history';
import { replacedBecause } from '#language/replacements';
import { assignmentStatus, formatExactly, formatHours, usageHours } from './assignment-view.ts';

const statusKinds = { Scheduled: 'scheduled', Active: 'online', Completed: 'done' } as const;

/** In a narrower frame, dates would not fit beside each other. */
export const foldBelowPx = 1024;

function assignmentColumns(now: number): readonly Column<Assignment>[] {
  return [
    {
      key: 'device',
      title: texts.device,
      widthPx: 300,
      cell: ({ tag, phone_model, phone_device_serial }) => (
        <>
          <span className="font-medium font-mono text-small">{tag}</span>{' '}
          <span className="ml-2">{phone_model}</span>{' '}
          {phone_device_serial ? (
            <span className="ml-2 font-mono text-caption text-third">{phone_device_serial}</span>
          ) : null}
        </>
      ),
    },
    {
      key: 'status',
      title: texts.status,
      widthPx: 170,
      isMultiline: true,
      cell: (assignment) => {
        const status = assignmentStatus(assignment, now);
        const { replaced_by, replaced_because, replaced_note, tag } = assignment;
        if (replaced_by === null) return <StatusDot kind={statusKinds[status]}>{status}</StatusDot>;
        const why = replacedBecause(tag, replaced_because, replaced_note);
        return (
          <>
            <StatusDot kind={statusKinds[status]}>{texts.replacedBy(replaced_by)}</StatusDot>
            {why === '' ? null : (
              <span className="block whitespace-normal pb-1 text-caption text-second">{why}</span>
            )}
          </>
        );
      },
    },
    {
      key: 'assigned',
      title: texts.assignedDate,
      widthPx: 220,
      isMono: true,
      isMultiline: true,
      cell: ({ starts_at }) => formatMoment(starts_at),
    },
    {
      key: 'released',
      title: texts.releasedDate,
      widthPx: 220,
      isMono: true,
      isMultiline: true,
      cell: (assignment) => {
        const isCompleted = assignmentStatus(assignment, now) === 'Completed';
        return isCompleted && assignment.expires_at ? formatMoment(assignment.expires_at) : '-';
      },
    },
    {
      key: 'usage',
      title: texts.usageTime,
      widthPx: 90,
      isRight: true,
      isMono: true,
      cell: (assignment) => formatHours(usageHours(assignment, now)),
    },
    {
      key: 'streamed',
      title: texts.streamed,
      widthPx: 100,
      isRight: true,
      isMono: true,
      cell: ({ streamed_seconds }) => (
        <span title={formatExactly(streamed_seconds)}>{formatHours(streamed_seconds / 3_600)}</span>
      ),
    },
  ];
}

export function HistoryTable({ assignments, now }: { assignments: readonly Assignment[]; now: number }) {
  return (
    <DataTable
      label={texts.yourAssignments}
      rows={assignments}
      rowKey={({ id }) => id}
      columns={assignmentColumns(now)}
      foldBelowPx={foldBelowPx}
    />
  );
}

export function LoadingHistory() {
  return (
    <div role="status" aria-label={texts.loadingYourHistory}>
      <DataTable
        label={texts.loadingYourHistory}
        rows={[]}
        rowKey={({ id }) => id}
        columns={assignmentColumns(0)}
        skeletonRows={5}
        foldBelowPx={foldBelowPx}
      />
    </div>
  );
}
