import type { WorkspaceRow } from '@pocketfleet/contract';
import type { Column } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';
import { paths } from '../../paths.ts';

const count = (key: string, title: string, read: (row: WorkspaceRow) => number): Column<WorkspaceRow> => ({
  key,
  title,
  widthPx: 84,
  isRight: true,
  cell: read,
});

export const workspaceColumns: readonly Column<WorkspaceRow>[] = [
  {
    key: 'name',
    title: 'Name',
    widthPx: 200,
    cell: ({ id, name }) => (
      <Link to={paths.workspace(id)} className="font-medium underline">
        <Truncate text={name} />
      </Link>
    ),
  },
  {
    key: 'kind',
    title: 'Kind',
    widthPx: 120,
    cell: ({ is_personal, is_deleted }) => (is_personal ? 'Personal' : is_deleted ? 'Deleted team' : 'Team'),
  },
  {
    key: 'owners',
    title: 'Owners',
    widthPx: 180,
    cell: ({ owners }) => <Truncate text={owners.join(', ')} />,
  },
  count('members', 'Members', (row) => row.member_count),
  count('phones', 'Phones', (row) => row.phone_count),
  count('keys', 'Keys', (row) => row.key_count),
  count('programs', 'Programs', (row) => row.program_count),
  count('links', 'Links', (row) => row.link_count),
  { key: 'since', title: 'Since', widthPx: 120, cell: (row) => <Moment at={row.created_at} isRelative /> },
];
