import type { AuditRow } from '@pocketfleet/contract';
import { StatusDot, type StatusKind } from '@pocketfleet/ui';
import { Cut } from '../../parts/cells.tsx';
import type { Column } from '../../parts/long-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { nameInWords } from '../../parts/words.ts';
import { AuditDetails } from './audit-details.tsx';

const kinds: Record<AuditRow['outcome'], StatusKind> = {
  done: 'online',
  refused: 'warning',
  failed: 'error',
};

/** Who, what, when, why, and what came of it. */
export const auditColumns: readonly Column<AuditRow>[] = [
  { key: 'at', title: 'When', widthPx: 132, cell: ({ at }) => <Moment at={at} /> },
  { key: 'who', title: 'Who', widthPx: 100, cell: ({ operator }) => <Cut text={operator || 'nobody'} /> },
  { key: 'role', title: 'Role', widthPx: 80, cell: ({ role }) => <Cut text={role} isQuiet /> },
  { key: 'act', title: 'Act', widthPx: 160, cell: ({ act }) => <Cut text={nameInWords(act)} /> },
  {
    key: 'subject',
    title: 'On',
    widthPx: 160,
    cell: ({ subject, subject_id, subject_name }) => (
      <Cut text={`${nameInWords(subject)} ${subject_name ?? subject_id ?? ''}`.trim()} isMono />
    ),
  },
  { key: 'reason', title: 'Why', widthPx: 170, cell: ({ reason }) => <Cut text={reason} /> },
  {
    key: 'outcome',
    title: 'Outcome',
    widthPx: 110,
    cell: ({ outcome }) => <StatusDot kind={kinds[outcome]}>{nameInWords(outcome)}</StatusDot>,
  },
  {
    key: 'refusal',
    title: 'Refusal',
    widthPx: 150,
    cell: ({ refusal }) => <Cut text={refusal ?? ''} isQuiet />,
  },
  {
    key: 'details',
    title: 'Details',
    isTitleHidden: true,
    isPinned: true,
    widthPx: 110,
    isRight: true,
    cell: (row) => <AuditDetails row={row} />,
  },
];
