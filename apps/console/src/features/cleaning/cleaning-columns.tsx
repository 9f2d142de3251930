import { type CleaningRow, cleaningRow } from '@pocketfleet/contract';
import { type Column, StatusDot, type StatusKind } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { Link } from 'react-router';
import { Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { paths } from '../../paths.ts';
import { Proof } from './proof.tsx';

export const cleaningStates = cleaningRow.shape.state.options;

const kinds: Record<CleaningRow['state'], StatusKind> = {
  queued: 'scheduled',
  running: 'warning',
  proven: 'online',
  failed: 'error',
};

const purposes: Record<CleaningRow['purpose'], string> = {
  join: 'Taking baseline',
  clean: 'Clean',
  prepare: 'Preparing for a tenant',
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
    {
      key: 'host',
      title: 'Host',
      widthPx: 110,
      cell: ({ host_name }) => <Truncate text={host_name} isMono />,
    },
    {
      key: 'state',
      title: 'State',
      widthPx: 116,
      cell: ({ state }) => <StatusDot kind={kinds[state]}>{humanize(state)}</StatusDot>,
    },
    { key: 'purpose', title: 'What', widthPx: 165, cell: ({ purpose }) => purposes[purpose] },
    { key: 'reason', title: 'Why', widthPx: 150, cell: ({ reason }) => <Truncate text={reason} /> },
    { key: 'tries', title: 'Attempts', widthPx: 88, isRight: true, cell: ({ attempts }) => attempts },
    {
      key: 'begun',
      title: 'Created',
      widthPx: 110,
      cell: ({ created_at }) => <Moment at={created_at} isRelative />,
    },
    { key: 'done', title: 'Finished', widthPx: 132, cell: ({ finished_at }) => <Moment at={finished_at} /> },
    {
      key: 'detail',
      title: 'Message',
      widthPx: 140,
      cell: ({ detail }) => <Truncate text={detail} isQuiet />,
    },
    {
      key: 'proof',
      title: 'Proof',
      isAction: true,
      widthPx: 116,
      isRight: true,
      cell: (cleaning) => <Proof cleaning={cleaning} />,
    },
  ];
}
