import type { WorkspaceAccess } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { Card, type Column, DataTable, DescriptionList } from '@pocketfleet/ui';
import { formatCount, formatDay, formatExactMoment, humanize } from '@pocketfleet/ui/format';
import type { ReactNode } from 'react';
import { NoValue, Truncate } from '../../parts/cells.tsx';
import { Moment } from '../../parts/moment.tsx';

type Member = WorkspaceAccess['members'][number];
type Key = WorkspaceAccess['keys'][number];
type Program = WorkspaceAccess['programs'][number];
type SharedLink = WorkspaceAccess['links'][number];

const limitOf = (cents: number | null) => (cents === null ? 'No limit' : `${usd(cents)} a month`);

/** The people in a workspace, and everything else that lets somebody in. */
export function WorkspaceDetails({ workspace }: { workspace: WorkspaceAccess }) {
  const { budget } = workspace;
  return (
    <div className="flex flex-col gap-6">
      <Card padding="small">
        <DescriptionList
          items={[
            ['Kind', workspace.is_personal ? 'Personal' : workspace.is_deleted ? 'Deleted team' : 'Team'],
            ['Owners', workspace.owners.join(', ') || 'None'],
            ['Phones now', formatCount(workspace.phone_count, 'phone')],
            ['Budget', `${usd(budget.spent_cents)} spent this month, ${limitOf(budget.monthly_limit_cents)}`],
            ['Since', <Moment key="since" at={workspace.created_at} />],
          ]}
        />
      </Card>
      <Listed title="Members" none="Nobody is in it any more." rows={workspace.members}>
        <DataTable
          label="Members"
          rows={workspace.members}
          rowKey={({ user_id }) => user_id}
          columns={memberColumns}
        />
      </Listed>
      <Listed title="Keys" none="No key works now." rows={workspace.keys}>
        <DataTable label="Keys" rows={workspace.keys} rowKey={({ id }) => id} columns={keyColumns} />
      </Listed>
      <Listed title="Connected programs" none="No program is connected." rows={workspace.programs}>
        <DataTable
          label="Connected programs"
          rows={workspace.programs}
          rowKey={({ id }) => id}
          columns={programColumns}
        />
      </Listed>
      <Listed title="Share links" none="No link works now." rows={workspace.links}>
        <DataTable label="Share links" rows={workspace.links} rowKey={({ id }) => id} columns={linkColumns} />
      </Listed>
    </div>
  );
}

function Listed(props: { title: string; none: string; rows: readonly object[]; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold text-card">{props.title}</h2>
      {props.rows.length === 0 ? <p className="text-second">{props.none}</p> : props.children}
    </section>
  );
}

/** Users and viewers spend nothing. */
const hasNoMoney = ({ role, monthly_limit_cents }: Member) =>
  monthly_limit_cents === null && (role === 'user' || role === 'viewer');

const memberColumns: readonly Column<Member>[] = [
  { key: 'username', title: 'Username', widthPx: 140, cell: ({ username }) => <Truncate text={username} /> },
  { key: 'email', title: 'Email', widthPx: 220, cell: ({ email }) => <Truncate text={email} isQuiet /> },
  { key: 'role', title: 'Role', widthPx: 100, cell: ({ role }) => humanize(role) },
  {
    key: 'phones',
    title: 'Phones',
    widthPx: 200,
    isMultiline: true,
    cell: ({ phones }) => <Phones phones={phones} />,
  },
  {
    key: 'limit',
    title: 'Limit',
    widthPx: 140,
    cell: (row) => (hasNoMoney(row) ? <NoValue /> : limitOf(row.monthly_limit_cents)),
  },
  { key: 'joined', title: 'Joined', widthPx: 120, cell: (row) => <Moment at={row.joined_at} isRelative /> },
  { key: 'active', title: 'Last active', widthPx: 120, cell: (row) => <Used at={row.last_active_at} /> },
];

type Credential = Pick<Key, 'name' | 'permissions' | 'phones' | 'made_by' | 'ends_at'>;

/** The columns that keys, programs and links share. */
const credentialColumns: readonly Column<Credential>[] = [
  { key: 'name', title: 'Name', widthPx: 150, cell: ({ name }) => <Truncate text={name} /> },
  {
    key: 'may',
    title: 'May',
    widthPx: 190,
    isMultiline: true,
    cell: ({ permissions }) => <span className="text-second">{permissions.join(', ')}</span>,
  },
  {
    key: 'phones',
    title: 'Phones',
    widthPx: 120,
    isMultiline: true,
    cell: ({ phones }) => <Phones phones={phones} />,
  },
  { key: 'maker', title: 'Made by', widthPx: 110, cell: ({ made_by }) => <Truncate text={made_by} /> },
];

type Ending = Pick<Credential, 'ends_at'>;

/** With the year: keys and programs end months from now. */
const endDay: Column<Ending> = {
  key: 'ends',
  title: 'Ends',
  widthPx: 140,
  cell: ({ ends_at }) => (
    <time dateTime={ends_at} title={formatExactMoment(ends_at)}>
      {formatDay(ends_at)}
    </time>
  ),
};

/** Links end within days. */
const endMoment: Column<Ending> = {
  key: 'ends',
  title: 'Ends',
  widthPx: 132,
  cell: ({ ends_at }) => <Moment at={ends_at} />,
};

type Spender = Pick<Key, 'monthly_limit_cents' | 'last_used_at' | 'last_used_from'>;

const spenderColumns: readonly Column<Spender>[] = [
  {
    key: 'limit',
    title: 'Limit',
    widthPx: 140,
    isMultiline: true,
    cell: (row) => limitOf(row.monthly_limit_cents),
  },
  { key: 'used', title: 'Last use', widthPx: 110, cell: (row) => <Used at={row.last_used_at} /> },
  {
    key: 'from',
    title: 'From',
    widthPx: 120,
    cell: ({ last_used_from }) => <Truncate text={last_used_from ?? ''} isMono />,
  },
];

const keyColumns: readonly Column<Key>[] = [
  ...credentialColumns,
  endDay,
  ...spenderColumns,
  {
    key: 'last',
    title: 'Last letters',
    widthPx: 100,
    cell: (row) => <Truncate text={row.last_four} isMono />,
  },
  {
    key: 'networks',
    title: 'Networks',
    widthPx: 150,
    isMono: true,
    isMultiline: true,
    cell: ({ networks }) => networks.join(', ') || 'All',
  },
];

const programColumns: readonly Column<Program>[] = [
  ...credentialColumns,
  endDay,
  ...spenderColumns,
  {
    key: 'client',
    title: 'Client',
    widthPx: 200,
    cell: ({ client_id }) => <Truncate text={client_id} isMono />,
  },
];

const linkColumns: readonly Column<SharedLink>[] = [
  ...credentialColumns,
  endMoment,
  {
    key: 'password',
    title: 'Password',
    widthPx: 100,
    cell: ({ has_password }) => (has_password ? 'Yes' : 'No'),
  },
  {
    key: 'guests',
    title: 'Guests now',
    widthPx: 180,
    isMultiline: true,
    cell: ({ guests, max_guests }) =>
      `${guests.map(({ name }) => name).join(', ') || 'None'} (at most ${max_guests})`,
  },
];

/** A tag stays in one line: its hyphen is no place to break it. */
function Phones({ phones }: { phones: 'all' | readonly string[] }) {
  if (phones === 'all') return 'All';
  if (phones.length === 0) return 'None';
  return phones.map((tag, at) => (
    <span key={tag}>
      <span className="whitespace-nowrap">
        {tag}
        {at < phones.length - 1 && ','}
      </span>
      {at < phones.length - 1 && ' '}
    </span>
  ));
}

function Used({ at }: { at: string | null }) {
  return at === null ? <>Never</> : <Moment at={at} isRelative />;
}
