import type { Member, TeamBudget, Workspace } from '@pocketfleet/contract';
import { Button, type Column, DataTable, LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import { formatAge } from '@pocketfleet/ui/format';
import { useState } from 'react';
import * as texts from '#language/team';
import { useServerNow } from '../../live/live-events-provider.tsx';
import { useUser } from '../../session/auth-provider.tsx';
import { Address } from './address.tsx';
import { PhoneTags } from './phone-tags.tsx';
import { RoleChoice } from './role-choice.tsx';
import { isAbove } from './role-rank.ts';
import { useTeamPhones } from './use-team.ts';

const MemberDialog = lazyWithRetry(() => import('./member-dialog.tsx'));
const RemoveDialog = lazyWithRetry(() => import('./remove-dialog.tsx'));

/** The members of the team. A role is changed in its row. */
export function MembersTable({
  team,
  all,
  members,
  spent = [],
}: {
  team: Workspace;
  /** Of whom only some may be shown. */
  all: readonly Member[];
  members: readonly Member[];
  /** Of this month; only of those who have spent something. */
  spent?: TeamBudget['members'] | undefined;
}) {
  const user = useUser();
  const phones = useTeamPhones();
  const now = useServerNow(60_000);
  const [changed, setChanged] = useState<Member | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);
  const owners = all.filter(({ role }) => role === 'owner').length;
  const mayManage = team.permissions.includes('members');
  /** Why this member's role can't be changed by the reader; null if it can. */
  const whyFixed = (member: Member): string | null => {
    if (isAbove(member.role, team.role)) return texts.onlyOwnersChange;
    return member.role === 'owner' && owners === 1 ? texts.onlyOwner : null;
  };
  const columns: Column<Member>[] = [
    {
      key: 'member',
      title: texts.member,
      widthPx: 255,
      isMultiline: true,
      isOwnLine: true,
      cell: (member) => (
        <>
          <span className="line-clamp-1 font-medium">
            {member.first_name} {member.last_name} {member.user_id === user.id ? texts.you : null}
          </span>
          <span className="block break-words text-second text-small">
            <Address email={member.email} />
          </span>
        </>
      ),
    },
    {
      key: 'role',
      title: texts.role,
      widthPx: 165,
      isMultiline: true,
      cell: (member) =>
        !mayManage || whyFixed(member) !== null ? (
          <>
            <span className="block">{texts.roleNames[member.role]}</span>
            {mayManage ? <span className="block text-second text-small">{whyFixed(member)}</span> : null}
          </>
        ) : (
          <RoleChoice team={team} member={member} />
        ),
    },
    {
      key: 'phones',
      title: texts.phonesLabel,
      widthPx: 120,
      isMultiline: true,
      cell: (member) => <PhoneTags phones={member.phones} known={phones} />,
    },
    {
      key: 'limit',
      title: texts.monthlyLimit,
      // Its heading is longer than its values, and at the right edge: where it had no room, it stood beside its column.
      widthPx: 145,
      isRight: true,
      isMultiline: true,
      cell: ({ user_id, role, monthly_limit_cents }) => {
        const cents = spent.find((each) => each.user_id === user_id)?.spent_cents;
        return (
          <>
            <span className="block whitespace-nowrap">
              {monthly_limit_cents !== null ? (
                dollars(monthly_limit_cents)
              ) : role === 'user' || role === 'viewer' ? (
                <>
                  <span aria-hidden="true">–</span>
                  <span className="sr-only">{texts.mayNotRent}</span>
                </>
              ) : (
                texts.noLimit
              )}
            </span>
            {cents === undefined ? null : (
              <span className="block text-second text-small">{texts.spentSoFar(dollars(cents))}</span>
            )}
          </>
        );
      },
    },
    {
      key: 'active',
      title: texts.lastActive,
      widthPx: 110,
      cell: ({ last_active_at }) => (last_active_at === null ? texts.never : formatAge(last_active_at, now)),
    },
    {
      key: 'actions',
      title: texts.change,
      isTitleHidden: true,
      widthPx: 225,
      foldedWidthPx: 170,
      isRight: true,
      isAction: true,
      cell: (member) =>
        mayManage && !isAbove(member.role, team.role) ? (
          <span className="inline-flex gap-1.5">
            <Button
              size="small"
              aria-label={texts.changeMember(member.first_name)}
              onClick={() => setChanged(member)}
            >
              {texts.change}
            </Button>
            {member.user_id === user.id ? null : (
              <Button
                size="small"
                kind="quiet"
                aria-label={texts.removeFromTeam(member.first_name)}
                onClick={() => setRemoved(member)}
              >
                {texts.remove}
              </Button>
            )}
          </span>
        ) : null,
    },
  ];
  return (
    <>
      <DataTable
        label={texts.members}
        columns={mayManage ? columns : columns.filter(({ key }) => key === 'member' || key === 'role')}
        rows={members}
        rowKey={({ user_id }) => user_id}
        rowHeightPx={56}
        foldBelowPx={740}
        factWidth="8.5rem"
      />
      {changed ? (
        <LazyBoundary what={texts.change} over={{ isOpen: true, onClose: () => setChanged(null) }}>
          <MemberDialog team={team} member={changed} phones={phones} onClose={() => setChanged(null)} />
        </LazyBoundary>
      ) : null}
      {removed ? (
        <LazyBoundary what={texts.remove} over={{ isOpen: true, onClose: () => setRemoved(null) }}>
          <RemoveDialog team={team} member={removed} onClose={() => setRemoved(null)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

function dollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
}
