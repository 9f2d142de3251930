import type { Member, Workspace } from '@pocketfleet/contract';
import { Button, Card, SelectField, TextField } from '@pocketfleet/ui';
import { useRef, useState } from 'react';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { paths } from '../../paths.ts';
import { useUser } from '../../session/auth-provider.tsx';
import { Asked } from './asked.tsx';
import { SecondFactorRule } from './second-factor-rule.tsx';
import { useTeamChange } from './use-team.ts';

/** Rename, hand over, leave, delete: what a member may do of it, and why not. */
export function SettingsCard({ team, members }: { team: Workspace; members: readonly Member[] }) {
  const client = useClient();
  const user = useUser();
  const params = { id: team.id };
  const [name, setName] = useState(team.name);
  const [next, setNext] = useState('');
  const card = useRef<HTMLDivElement>(null);
  const rename = useTeamChange(
    () => client.call('renameWorkspace', { params, body: { name } }),
    () => texts.renamed,
  );
  const others = members.filter(({ user_id, role }) => user_id !== user.id && role !== 'owner');
  const nextName = others.find(({ user_id }) => user_id === next)?.first_name ?? '';
  const handOver = useTeamChange(
    () => client.call('transferWorkspace', { params, body: { user_id: next } }),
    () => texts.handedOver(nextName),
  );
  const afterHandOver = () => {
    setNext('');
    // The button disappears, because the former owner may do less from now on.
    card.current?.focus();
  };
  const leave = useTeamChange(
    () => client.call('leaveWorkspace', { params }),
    () => texts.left,
  );
  const remove = useTeamChange(
    () => client.call('deleteWorkspace', { params }),
    () => texts.deleted,
  );
  const mayAll = team.permissions.includes('workspace');
  const isLastOwner = team.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
  const goHome = () => window.location.assign(paths.devicesOf(null));
  return (
    <Card title={texts.settings}>
      <div ref={card} tabIndex={-1} className="flex flex-col gap-6 outline-none">
        {mayAll ? (
          <form
            noValidate
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              if (!rename.isPending) rename.mutate(undefined);
            }}
          >
            <TextField
              label={texts.teamName}
              value={name}
              maxLength={60}
              isBusy={rename.isPending}
              onChange={({ target }) => setName(target.value)}
            />
            <Button type="submit" className="self-start" isBusy={rename.isPending}>
              {texts.rename}
            </Button>
          </form>
        ) : null}
        {mayAll && others.length > 0 ? (
          <div className="flex flex-col gap-3">
            <SelectField
              label={texts.newOwner}
              value={next}
              options={[
                { value: '', label: texts.chooseAMember },
                ...others.map((each) => ({
                  value: each.user_id,
                  label: `${each.first_name} ${each.last_name}`,
                })),
              ]}
              onChange={({ target }) => setNext(target.value)}
            />
            <Asked
              key={next}
              label={texts.handOver}
              confirm={texts.handOverQuestion(nextName)}
              lead={next === '' ? texts.chooseFirst : texts.handOverLead}
              stay={texts.cancel}
              isDisabled={next === ''}
              isBusy={handOver.isPending}
              onConfirm={() => handOver.mutate(undefined, { onSuccess: afterHandOver })}
            />
          </div>
        ) : null}
        {mayAll ? <SecondFactorRule team={team} /> : null}
        <Asked
          label={texts.leave}
          confirm={texts.leaveQuestion}
          lead={isLastOwner ? texts.lastOwner : texts.leaveLead}
          isDisabled={isLastOwner}
          isBusy={leave.isPending}
          onConfirm={() => leave.mutate(undefined, { onSuccess: goHome })}
        />
        {mayAll ? (
          <Asked
            label={texts.deleteTeam}
            confirm={texts.deleteQuestion}
            lead={texts.deleteLead}
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate(undefined, { onSuccess: goHome })}
          />
        ) : null}
      </div>
    </Card>
  );
}
