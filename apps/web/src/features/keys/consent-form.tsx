import { ApiError } from '@pocketfleet/client';
import {
  type Asked,
  type Consent,
  connectionDays,
  type ProgramPermission,
  type Workspace,
} from '@pocketfleet/contract';
import { Banner, Button, DescriptionList, SelectField, TextField } from '@pocketfleet/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as texts from '#language/connect';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { machineName } from '../../browser-name.ts';
import { PhoneChoices } from '../../forms/phone-choices.tsx';
import { useFirstErrorFocus } from '../../forms/use-first-error-focus.ts';
import { ConsentPermissions } from './consent-permissions.tsx';
import { EarlierConnections, sameComputer } from './earlier-connections.tsx';
import { limitOf, parseMoney } from './key-view.ts';
import { LimitFields } from './limit-fields.tsx';

export type Answer = { kind: 'approved' | 'denied'; redirect_to: string | null };

type Props = {
  asked: Asked;
  consent: Consent;
  workspaces: readonly Workspace[];
  onAnswer(answer: Answer): void;
};

/** Refusals that name one of these are shown there, and not once more above the buttons. */
const shownAtFields = ['permissions', 'phones', 'monthly_limit_cents', 'hours_a_day', 'actions_a_minute'];

/** Looking only, and of what the program asks for. */
const harmless: readonly ProgramPermission[] = ['watch', 'screen'];

/** Begins with as little as possible: looking at most, no phone, no money, and an end. */
export function ConsentForm({ asked, consent, workspaces, onAnswer }: Props) {
  const client = useClient();
  const [place, setPlace] = useState(workspaces[0]);
  const [permissions, setPermissions] = useState<ProgramPermission[]>(
    consent.permissions.filter((each) => harmless.includes(each)),
  );
  const [phones, setPhones] = useState<'all' | string[]>([]);
  const [days, setDays] = useState<(typeof connectionDays)[number]>(90);
  const [money, setMoney] = useState('0.00');
  const [limits, setLimits] = useState({ hours: '', actions: '' });
  const [replaces, setReplaces] = useState<readonly string[]>(sameComputer(consent));
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const devices = useQuery({
    queryKey: [...queryKeys.devices, 'of', place?.id],
    queryFn: ({ signal }) => client.call('listPhones', { signal, workspaceId: place?.id ?? null }),
    enabled: place !== undefined,
  });
  const own = place?.permissions ?? [];
  const chosen = permissions.filter((each) => own.includes(each));
  const earlier = (consent.earlier ?? []).filter(({ workspace_id }) => workspace_id === place?.id);
  const cents = chosen.includes('spend') ? parseMoney(money) : 0;
  const approve = useMutation({
    mutationFn: (monthly_limit_cents: number) =>
      client.call('approveConsent', {
        body: {
          asked,
          workspace_id: place?.id ?? '',
          permissions: chosen,
          phones,
          days,
          monthly_limit_cents,
          hours_a_day: limitOf(limits.hours),
          actions_a_minute: limitOf(limits.actions),
          replaces: earlier.filter(({ id }) => replaces.includes(id)).map(({ id }) => id),
        },
      }),
    onSuccess: ({ redirect_to }) => onAnswer({ kind: 'approved', redirect_to }),
  });
  const deny = useMutation({
    mutationFn: () => client.call('denyConsent', { body: { asked } }),
    onSuccess: ({ redirect_to }) => onAnswer({ kind: 'denied', redirect_to }),
  });
  const missing = {
    permissions: chosen.length === 0 ? texts.chooseAPermission : undefined,
    phones: phones.length === 0 ? texts.chooseAPhone : undefined,
    money: cents === null ? texts.moneyWrong : undefined,
  };
  const refused = approve.error instanceof ApiError ? approve.error.fields : {};
  const errorOf = (field: 'permissions' | 'phones') =>
    (tries > 0 ? missing[field] : undefined) ?? refused[field];
  useFirstErrorFocus(form, tries, approve.error);
  const failure = approve.error ?? deny.error;
  const isBusy = approve.isPending || deny.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (isBusy || cents === null || Object.values(missing).some(Boolean)) return;
    approve.mutate(cents);
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={texts.consentTitle(consent.program)}
      className="flex flex-col gap-6"
    >
      <Facts consent={consent} />
      <SelectField
        label={texts.workspace}
        hint={texts.workspaceHint}
        value={place?.id ?? ''}
        options={workspaces.map(({ id, name, is_personal }) => ({
          value: id,
          label: is_personal ? texts.personal : name,
        }))}
        onChange={({ target }) => {
          setPlace(workspaces.find(({ id }) => id === target.value));
          setPhones([]);
        }}
      />
      <ConsentPermissions
        asked={consent.permissions}
        own={own}
        chosen={chosen}
        error={errorOf('permissions')}
        onChange={setPermissions}
      />
      <PhoneChoices
        chosen={phones}
        devices={devices.data ?? []}
        canHaveAll
        error={errorOf('phones')}
        onChange={setPhones}
      />
      {chosen.includes('spend') ? (
        <TextField
          label={texts.money}
          hint={texts.moneyHint}
          inputMode="decimal"
          autoComplete="off"
          value={money}
          error={(tries > 0 ? missing.money : undefined) ?? refused['monthly_limit_cents']}
          onChange={({ target }) => setMoney(target.value)}
        />
      ) : null}
      <SelectField
        label={texts.ends}
        hint={texts.endHint}
        value={String(days)}
        options={connectionDays.map((each) => ({ value: String(each), label: texts.inDays(each) }))}
        onChange={({ target }) =>
          setDays(connectionDays.find((each) => String(each) === target.value) ?? days)
        }
      />
      <LimitFields
        {...limits}
        errors={{ hours: refused['hours_a_day'], actions: refused['actions_a_minute'] }}
        onChange={(part) => setLimits({ ...limits, ...part })}
      />
      <EarlierConnections earlier={earlier} chosen={replaces} onChange={setReplaces} />
      {failure && !shownAtFields.some((field) => field in refused) ? (
        <Banner kind="error">
          {texts.notDone}
          {reasonOf(failure)}
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" size="large" isBusy={approve.isPending}>
          {texts.approve}
        </Button>
        <Button size="large" isBusy={deny.isPending} onClick={() => deny.mutate()}>
          {texts.deny}
        </Button>
      </div>
    </form>
  );
}

/** The program that asks, and its address: facts that can be proved, not the program's words about itself. */
function Facts({ consent }: { consent: Consent }) {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(consent.redirect_host ?? '');
  const target = isLocal ? `${texts.thisComputer} (${consent.redirect_host})` : (consent.redirect_host ?? '');
  return (
    <div className="flex flex-col gap-4">
      <DescriptionList
        items={[
          [texts.program, consent.is_ours ? `${consent.program}, ${texts.ours}` : consent.program],
          [texts.computer, machineName(consent.machine) || texts.notNamed],
          consent.kind === 'device'
            ? [texts.address, consent.address ?? texts.notNamed]
            : [texts.goesOnTo, target],
        ]}
      />
      {consent.kind === 'device' || isLocal ? (
        <Banner kind="warning">{consent.kind === 'device' ? texts.deviceWarning : texts.localWarning}</Banner>
      ) : null}
    </div>
  );
}
