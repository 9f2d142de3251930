import type { Member, Workspace } from '@pocketfleet/contract';
import { Button, Dialog, TextField } from '@pocketfleet/ui';
import { type FormEvent, useRef, useState } from 'react';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { useFirstErrorFocus } from '../../forms/use-first-error-focus.ts';
import { useUser } from '../../session/auth-provider.tsx';
import { parseDollars } from './parse-dollars.ts';
import { type Phones, PhonesChoice } from './phones-choice.tsx';
import { type TeamPhone, useTeamChange } from './use-team.ts';

type Props = { team: Workspace; member: Member; phones: readonly TeamPhone[]; onClose(): void };

/** Phones and limit of a member. A default export, because it is loaded when it is opened. */
export default function MemberDialog({ team, member, phones, onClose }: Props) {
  const client = useClient();
  const user = useUser();
  const [chosen, setChosen] = useState<Phones>(member.phones);
  const before = member.monthly_limit_cents === null ? '' : (member.monthly_limit_cents / 100).toFixed(2);
  const [limit, setLimit] = useState(before);
  const [isWrong, setWrong] = useState(false);
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFirstErrorFocus(form, tries, null);
  const save = useTeamChange(
    (body: { phones?: Phones; monthly_limit_cents?: number | null }) =>
      client.call('updateMember', {
        params: { id: team.id, user_id: member.user_id },
        body: {
          ...(body.phones === undefined ? {} : { phones: body.phones === 'all' ? 'all' : [...body.phones] }),
          ...(body.monthly_limit_cents === undefined
            ? {}
            : { monthly_limit_cents: body.monthly_limit_cents }),
        },
      }),
    () => texts.memberSaved(member.first_name),
  );
  // Nobody but an owner changes their own limit.
  const mayLimit = member.user_id !== user.id || team.role === 'owner';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cents = parseDollars(limit);
    setWrong(cents === undefined);
    setTries(tries + 1);
    if (cents === undefined || save.isPending) return;
    const body = {
      ...(chosen === member.phones ? {} : { phones: chosen }),
      ...(limit === before ? {} : { monthly_limit_cents: cents }),
    };
    save.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.changeMember(member.first_name)}>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {member.role === 'owner' ? null : (
          <PhonesChoice phones={phones} chosen={chosen} isBusy={save.isPending} onChange={setChosen} />
        )}
        {mayLimit ? (
          <TextField
            label={texts.limitLabel}
            inputMode="decimal"
            value={limit}
            isBusy={save.isPending}
            hint={texts.limitHint}
            error={isWrong ? texts.limitWrong : undefined}
            onChange={({ target }) => setLimit(target.value)}
          />
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={save.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
