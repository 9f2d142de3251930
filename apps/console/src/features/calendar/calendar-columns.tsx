import type { CalendarRow } from '@pocketfleet/contract';
import type { Column } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { Truncate } from '../../parts/cells.tsx';
import { paths } from '../../paths.ts';
import { FreeCell } from './free-cell.tsx';
import { Lane, Ticks } from './lane.tsx';
import type { TimeScale } from './time-scale.ts';

export function calendarColumns(scale: TimeScale): readonly Column<CalendarRow>[] {
  return [
    {
      key: 'tag',
      title: 'Phone',
      widthPx: 116,
      cell: (row) => (
        <Link to={paths.phone(row.device_id)} className="font-medium font-mono text-small hover:underline">
          {row.tag}
        </Link>
      ),
    },
    { key: 'free', title: 'Free', widthPx: 112, cell: (row) => <FreeCell row={row} /> },
    { key: 'host', title: 'Host', widthPx: 110, cell: (row) => <Truncate text={row.host_name} isMono /> },
    {
      key: 'lane',
      title: 'Rentals',
      head: <Ticks scale={scale} />,
      widthPx: 880,
      isOwnLine: true,
      cell: (row) => <Lane row={row} scale={scale} />,
    },
  ];
}
