import type { Member, Role, Workspace } from '@pocketfleet/contract';
import { Button, Select } from '@pocketfleet/ui';
import { useRef, useState } from 'react';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { rolesToGive } from './role-rank.ts';
import { useTeamChange } from './use-team.ts';

/**
 * A member's role in their row. An arrow key changes the choice of a closed menu at once, so a button of its own confirms what
 * was chosen.
 */
export function RoleChoice({ team, member }: { team: Workspace; member: Member }) {
  const client = useClient();
  const menu = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState(member.role);
  // Somebody else may have changed it meanwhile.
  const [known, setKnown] = useState(member.role);
  if (known !== member.role) {
    setKnown(member.role);
    setChosen(member.role);
  }
  const change = useTeamChange(
    (role: Role) =>
      client.call('updateMember', { params: { id: team.id, user_id: member.user_id }, body: { role } }),
    (role) => texts.roleChanged(member.first_name, texts.roleNames[role].toLowerCase()),
  );
  const isAsking = chosen !== member.role;
  const choose = (role: Role) => {
    if (change.isPending) return;
    change.reset();
    setChosen(role);
  };
  const confirm = () =>
    change.mutate(chosen, {
      // The button with the focus goes.
      onSuccess: () => menu.current?.focus(),
    });
  const role = texts.roleNames[chosen].toLowerCase();
  // To spend up to a budget, a new manager needs one.
  const isWithoutLimit = chosen === 'manager' && member.monthly_limit_cents === null;
  const note = chosen === 'owner' ? texts.becomesOwner : isWithoutLimit ? texts.becomesManager : undefined;
  return (
    <span className="flex flex-col items-start gap-1.5">
      <Select
        ref={menu}
        aria-label={texts.roleOf(member.first_name)}
        aria-disabled={change.isPending || undefined}
        value={chosen}
        options={rolesToGive(team.role).map((value) => ({ value, label: texts.roleNames[value] }))}
        onChange={({ target }) => choose(target.value as Role)}
      />
      <span role="status" className={note === undefined ? 'sr-only' : 'text-second text-small'}>
        {isAsking ? (note ?? texts.confirmRole(member.first_name, role)) : null}
      </span>
      {isAsking ? (
        <span className="flex flex-wrap gap-1.5">
          <Button
            size="small"
            kind="primary"
            isBusy={change.isPending}
            aria-label={texts.makeRoleOf(member.first_name, role)}
            onClick={confirm}
          >
            {texts.makeRole(role)}
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={texts.keepRoleOf(member.first_name, texts.roleNames[member.role].toLowerCase())}
            onClick={() => {
              choose(member.role);
              menu.current?.focus();
            }}
          >
            {texts.cancel}
          </Button>
        </span>
      ) : null}
      {change.error ? <span className="text-error text-small">{reasonOf(change.error)}</span> : null}
    </span>
  );
}
