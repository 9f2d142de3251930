import { type Member, type Role, roles, type TeamBudget, type Workspace } from '@pocketfleet/contract';
import { Button, EmptyState, SearchField, Select } from '@pocketfleet/ui';
import { SearchX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import * as texts from '#language/team';
import { MembersTable } from './members-table.tsx';
import { filterMembers, type MembersView, parseMembersView, writeMembersView } from './members-view.ts';
import { useTeamPhones } from './use-team.ts';

/** So many are found at a glance. */
const fewMembers = 4;

type Props = { team: Workspace; members: readonly Member[]; spent: TeamBudget['members'] | undefined };

/** The members with a search and a filter by role, both kept in the address. */
export function MembersList({ team, members, spent }: Props) {
  const [query, setQuery] = useSearchParams();
  const phones = useTeamPhones();
  const view = parseMembersView(query);
  const change = (next: Partial<MembersView>) =>
    setQuery((known) => writeMembersView(known, next), { replace: true, preventScrollReset: true });
  const isFiltered = view.search !== '' || view.role !== null;
  const found = filterMembers(members, view, (id) => phones.find((phone) => phone.id === id)?.tag);
  return (
    <>
      {members.length > fewMembers || isFiltered ? (
        <search className="-mb-2 flex flex-wrap items-center gap-2">
          <SearchField
            label={texts.searchMembers}
            value={view.search}
            onChange={(search) => change({ search })}
            className="w-full sm:w-auto sm:min-w-44 sm:max-w-[18.75rem] sm:flex-1"
          />
          <Select
            aria-label={texts.roleFilter}
            value={view.role ?? ''}
            options={[
              { value: '', label: texts.roleIs(texts.everyRole) },
              ...roles.map((role) => ({ value: role, label: texts.roleIs(texts.roleNames[role]) })),
            ]}
            onChange={({ target }) => change({ role: target.value === '' ? null : (target.value as Role) })}
          />
          <span role="status" className="text-second text-small">
            {isFiltered ? texts.foundOf(found.length, members.length) : null}
          </span>
        </search>
      ) : null}
      {found.length > 0 ? (
        <MembersTable team={team} all={members} members={found} spent={spent} />
      ) : (
        <EmptyState
          icon={<SearchX />}
          title={texts.nobodyFound}
          action={<Button onClick={() => change({ search: '', role: null })}>{texts.showAllMembers}</Button>}
        >
          {texts.nobodyFoundText}
        </EmptyState>
      )}
    </>
  );
}
