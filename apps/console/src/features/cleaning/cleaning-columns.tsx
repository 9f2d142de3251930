import { type CleaningRow, cleaningRow } from '@pocketfleet/contract';
import { StatusDot, type StatusKind } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Cut } from '../../parts/cells.tsx';
import type { Column } from '../../parts/long-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { nameInWords } from '../../parts/words.ts';
import { Proof } from './proof.tsx';

export const cleaningStates = cleaningRow.shape.state.options;

const kinds: Record<CleaningRow['state'], StatusKind> = {
  queued: 'scheduled',
  running: 'warning',
  proven: 'online',
  failed: 'error',
};

const purposes: Record<CleaningRow['purpose'], string> = {
  join: 'Takes its baseline',
  clean: 'Clean',
  prepare: 'Opens for a tenant',
};

export function cleaningColumns(): Column<CleaningRow>[] {
  return [
    {
      key: 'tag',
      title: 'Phone',
      widthPx: 110,
      cell: ({ device_id, tag }) => (
        <Link to={paths.phone(device_id)} className="font-medium font-mono text-small hover:underline">
          {tag}
        </Link>
      ),
    },
    { key: 'host', title: 'Host', widthPx: 110, cell: ({ host_name }) => <Cut text={host_name} isMono /> },
    {
      key: 'state',
      title: 'State',
      widthPx: 116,
      cell: ({ state }) => <StatusDot kind={kinds[state]}>{nameInWords(state)}</StatusDot>,
    },
    { key: 'purpose', title: 'What', widthPx: 130, cell: ({ purpose }) => purposes[purpose] },
    { key: 'reason', title: 'Why', widthPx: 150, cell: ({ reason }) => <Cut text={reason} /> },
    { key: 'tries', title: 'Tries', widthPx: 64, isRight: true, cell: ({ attempts }) => attempts },
    {
      key: 'begun',
      title: 'Asked',
      widthPx: 110,
      cell: ({ created_at }) => <Moment at={created_at} isRelative />,
    },
    { key: 'done', title: 'Finished', widthPx: 132, cell: ({ finished_at }) => <Moment at={finished_at} /> },
    { key: 'detail', title: 'Says', widthPx: 140, cell: ({ detail }) => <Cut text={detail} isQuiet /> },
    {
      key: 'proof',
      title: 'Proof',
      isPinned: true,
      widthPx: 116,
      isRight: true,
      cell: (cleaning) => <Proof cleaning={cleaning} />,
    },
  ];
}
