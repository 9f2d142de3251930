import { ApiError } from '@pocketfleet/client';
import type { Role, Workspace } from '@pocketfleet/contract';
import { Button, Dialog, SelectField, TextField } from '@pocketfleet/ui';
import { type FormEvent, useRef, useState } from 'react';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { useFirstErrorFocus } from '../../forms/use-first-error-focus.ts';
import { parseDollars } from './parse-dollars.ts';
import { type Phones, PhonesChoice } from './phones-choice.tsx';
import { rolesToGive } from './role-rank.ts';
import { useTeamChange, useTeamPhones } from './use-team.ts';

/** The form to invite a person. A default export, because it is loaded when it is opened. */
export default function InviteDialog({ team, onClose }: { team: Workspace; onClose(): void }) {
  const client = useClient();
  const known = useTeamPhones();
  const [email, setEmail] = useState('');
  // Least by default: a role without money or members, and no phones until some are chosen.
  const [role, setRole] = useState<Role>('user');
  const [phones, setPhones] = useState<Phones>([]);
  const [limit, setLimit] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const maySpend = role === 'admin' || role === 'manager';
  const invite = useTeamChange(
    (monthly_limit_cents: number | null) =>
      client.call('createInvitation', {
        params: { id: team.id },
        body: {
          email,
          role,
          phones: role === 'owner' || phones === 'all' ? 'all' : [...phones],
          ...(maySpend ? { monthly_limit_cents } : {}),
        },
      }),
    () => texts.invited(email.trim()),
  );
  useFirstErrorFocus(form, tries, invite.error);
  const errors = invite.error instanceof ApiError ? invite.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cents = maySpend ? parseDollars(limit) : null;
    setWrong(cents === undefined);
    setTries(tries + 1);
    if (cents !== undefined && !invite.isPending) invite.mutate(cents, { onSuccess: onClose });
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.invitePeople} description={texts.inviteLead}>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={texts.email}
          type="email"
          autoComplete="off"
          value={email}
          isBusy={invite.isPending}
          error={errors['email']}
          onChange={({ target }) => setEmail(target.value)}
        />
        <SelectField
          label={texts.role}
          value={role}
          error={errors['role']}
          options={rolesToGive(team.role).map((value) => ({ value, label: texts.roleNames[value] }))}
          onChange={({ target }) => {
            const next = target.value as Role;
            setRole(next);
            setLimit(next === 'manager' ? '0.00' : '');
          }}
        />
        {maySpend ? (
          <TextField
            label={texts.limitLabel}
            hint={texts.invitedLimitHint}
            inputMode="decimal"
            autoComplete="off"
            value={limit}
            isBusy={invite.isPending}
            error={isWrong ? texts.limitWrong : errors['monthly_limit_cents']}
            onChange={({ target }) => setLimit(target.value)}
          />
        ) : null}
        {role === 'owner' ? null : (
          <PhonesChoice phones={known} chosen={phones} isBusy={invite.isPending} onChange={setPhones} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={invite.isPending}>
            {texts.sendInvitation}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
