import type { AuditRow } from '@pocketfleet/contract';
import { type Column, StatusDot, type StatusKind } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { AuditDetails } from './audit-details.tsx';

const kinds: Record<AuditRow['outcome'], StatusKind> = {
  done: 'online',
  refused: 'warning',
  failed: 'error',
};

/** Who, what, when, why, and what came of it. */
export const auditColumns: readonly Column<AuditRow>[] = [
  { key: 'at', title: 'When', widthPx: 132, cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'who',
    title: 'Who',
    widthPx: 100,
    cell: ({ operator }) => <Truncate text={operator || 'nobody'} />,
  },
  { key: 'role', title: 'Role', widthPx: 80, cell: ({ role }) => <Truncate text={role} isQuiet /> },
  { key: 'act', title: 'Action', widthPx: 160, cell: ({ act }) => <Truncate text={humanize(act)} /> },
  {
    key: 'subject',
    title: 'On',
    widthPx: 160,
    cell: ({ subject, subject_id, subject_name }) => (
      <Truncate text={`${humanize(subject)} ${subject_name ?? subject_id ?? ''}`.trim()} isMono />
    ),
  },
  { key: 'reason', title: 'Why', widthPx: 170, cell: ({ reason }) => <Truncate text={reason} /> },
  {
    key: 'outcome',
    title: 'Outcome',
    widthPx: 110,
    cell: ({ outcome }) => <StatusDot kind={kinds[outcome]}>{humanize(outcome)}</StatusDot>,
  },
  {
    key: 'refusal',
    title: 'Refusal',
    widthPx: 150,
    cell: ({ refusal }) => <Truncate text={refusal ?? ''} isQuiet />,
  },
  {
    key: 'details',
    title: 'Details',
    isTitleHidden: true,
    isAction: true,
    widthPx: 110,
    isRight: true,
    cell: (row) => <AuditDetails row={row} />,
  },
];
