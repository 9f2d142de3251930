import type { Workspace } from '@pocketfleet/contract';
import { Button, EmptyState, LazyBoundary, lazyWithRetry, PageHeader, Skeleton } from '@pocketfleet/ui';
import { CircleAlert, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/team';
import { reasonOf } from '../api/errors.ts';
import { GuestsCard } from '../features/sharing/guests-card.tsx';
import { BudgetCard } from '../features/team/budget-card.tsx';
import { InvitationsCard } from '../features/team/invitations-card.tsx';
import { MembersList } from '../features/team/members-list.tsx';
import { RolesCard } from '../features/team/roles-card.tsx';
import { SettingsCard } from '../features/team/settings-card.tsx';
import { useBudget, useMembers, useTeamPhones } from '../features/team/use-team.ts';
import { useWorkspace } from '../session/use-workspace.ts';
import { usePageTitle } from './page-title.ts';

const InviteDialog = lazyWithRetry(() => import('../features/team/invite-dialog.tsx'));

export function TeamPage() {
  usePageTitle(texts.team);
  const workspace = useWorkspace();
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      {workspace ? (
        workspace.is_personal ? (
          <>
            <h1 className="sr-only">{texts.team}</h1>
            <EmptyState icon={<Users />} title={texts.personalIsNoTeam}>
              {texts.personalIsNoTeamLead}
            </EmptyState>
          </>
        ) : (
          <Team key={workspace.id} team={workspace} />
        )
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Team({ team }: { team: Workspace }) {
  const members = useMembers(team);
  const budget = useBudget(team);
  const [isInviting, setInviting] = useState(false);
  const phones = useTeamPhones();
  const mayManage = team.permissions.includes('members');
  return (
    <>
      <PageHeader title={texts.team} lead={texts.lead(team.name, team.member_count, team.phone_count)}>
        {mayManage ? (
          <Button kind="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
            {texts.invitePeople}
          </Button>
        ) : null}
      </PageHeader>
      <div className="mt-6 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-5">
          {budget.data ? <BudgetCard team={team} budget={budget.data} members={members.data ?? []} /> : null}
          {members.data ? (
            <MembersList team={team} members={members.data} spent={budget.data?.members} />
          ) : null}
          {members.isPending ? <Loading /> : null}
          {members.isError && !members.data ? (
            <EmptyState
              isAlert
              icon={<CircleAlert />}
              title={texts.couldNotBeLoaded}
              action={<Button onClick={() => members.refetch()}>{texts.tryAgain}</Button>}
            >
              {reasonOf(members.error)}
            </EmptyState>
          ) : null}
          <RolesCard />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {mayManage ? <InvitationsCard team={team} /> : null}
          {team.permissions.includes('control') ? <GuestsCard devices={phones} /> : null}
          {members.data ? <SettingsCard team={team} members={members.data} /> : null}
        </div>
      </div>
      {isInviting ? (
        <LazyBoundary what={texts.invitePeople} over={{ isOpen: true, onClose: () => setInviting(false) }}>
          <InviteDialog team={team} onClose={() => setInviting(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <Skeleton className="h-64" />
    </div>
  );
}
