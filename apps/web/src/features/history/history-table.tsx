import type { Assignment } from '@pocketfleet/contract';
import { FactsTable, Skeleton, StatusDot, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { assignmentStatus, usageHours } from './assignment-view.ts';
import { momentInWords } from './moments.ts';

export function HistoryTable({ assignments, now }: { assignments: readonly Assignment[]; now: number }) {
  return (
    <TableFrame label="Your assignments">
      <FactsTable>
        <Head />
        <tbody>
          {assignments.map((assignment) => (
            <HistoryRow key={assignment.id} assignment={assignment} now={now} />
          ))}
        </tbody>
      </FactsTable>
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
    status === 'Completed' && assignment.expires_at ? momentInWords(assignment.expires_at) : '-';
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
      <Td data-label="Status">
        <StatusDot kind={kind[status]}>{status}</StatusDot>
      </Td>
      <Td data-label="Assigned Date" className="whitespace-nowrap font-mono text-small">
        {momentInWords(assignment.starts_at)}
      </Td>
      <Td data-label="Released Date" className="whitespace-nowrap font-mono text-small">
        {released}
      </Td>
      <Td data-label="Usage Time" className="text-right font-mono text-small tabular-nums">
        {usageHours(assignment, now)}h
      </Td>
    </Tr>
  );
}

export function LoadingHistory() {
  return (
    <div role="status" aria-label="Loading your history">
      <TableFrame label="Loading your history">
        <FactsTable>
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
        </FactsTable>
      </TableFrame>
    </div>
  );
}
