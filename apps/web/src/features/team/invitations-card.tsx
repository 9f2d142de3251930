import type { Invitation, Workspace } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { Button, Card } from '@pocketfleet/ui';
import { formatDuration } from '@pocketfleet/ui/format';
import { Clock } from 'lucide-react';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { useServerNow } from '../../live/live-events-provider.tsx';
import { Address } from './address.tsx';
import { PhoneTags } from './phone-tags.tsx';
import { useInvitations, useTeamChange, useTeamPhones } from './use-team.ts';

const endsSoonMs = 6 * 3_600_000;

/** Open invitations with their ends, to send again or withdraw. */
export function InvitationsCard({ team }: { team: Workspace }) {
  const client = useClient();
  const phones = useTeamPhones();
  const list = useInvitations(team);
  const again = useTeamChange(
    ({ email, role, phones: named, monthly_limit_cents }: Invitation) =>
      client.call('createInvitation', {
        params: { id: team.id },
        body: { email, role, phones: named, monthly_limit_cents },
      }),
    ({ email }) => texts.invited(email),
  );
  const withdraw = useTeamChange(
    ({ id }: Invitation) => client.call('deleteInvitation', { params: { id: team.id, invitation_id: id } }),
    () => texts.withdrawn,
  );
  const invitations = list.data ?? [];
  const openCount = invitations.filter(({ is_expired }) => !is_expired).length;
  return (
    <Card
      title={texts.invitations}
      aside={<span className="text-second text-small">{texts.open(openCount)}</span>}
    >
      {list.data && invitations.length === 0 ? <p className="text-second">{texts.noInvitations}</p> : null}
      <ul className="-my-3 divide-y divide-hairline empty:hidden">
        {invitations.map((each) => (
          <li key={each.id} className="flex flex-col gap-2 py-3">
            <p className="break-words font-medium">
              <Address email={each.email} />
            </p>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-second text-small">
              <span className="flex flex-wrap items-center gap-1">
                <span>{texts.roleNames[each.role]} ·</span>
                <PhoneTags phones={each.phones} known={phones} />
                {limitText(each)}
              </span>
              <End invitation={each} />
            </div>
            <div className="flex gap-2">
              <Button
                size="small"
                aria-label={texts.sendAgainTo(each.email)}
                isBusy={again.isPending && again.variables.id === each.id}
                onClick={() => again.mutate(each)}
              >
                {texts.sendAgain}
              </Button>
              <Button
                size="small"
                kind="quiet"
                aria-label={texts.withdrawOf(each.email)}
                isBusy={withdraw.isPending && withdraw.variables.id === each.id}
                onClick={() => withdraw.mutate(each)}
              >
                {texts.withdraw}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function limitText({ monthly_limit_cents: cents }: Invitation): string | null {
  if (cents === null) return null;
  return cents === 0 ? texts.withoutBudget : texts.upTo(usd(cents));
}

function End({ invitation }: { invitation: Invitation }) {
  const leftMs = Date.parse(invitation.expires_at) - useServerNow(60_000);
  if (invitation.is_expired || leftMs <= 0) return <span className="text-warning">{texts.expired}</span>;
  const text = texts.endsIn(formatDuration(leftMs));
  if (leftMs >= endsSoonMs) return <span>{text}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-warning">
      <Clock size={14} /> {text}
    </span>
  );
}
