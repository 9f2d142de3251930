import { ApiError } from '@pocketfleet/client';
import {
  type Asked,
  type Consent,
  connectionDays,
  type ProgramPermission,
  programPermissions,
  type Workspace,
} from '@pocketfleet/contract';
import { Banner, Button, DescriptionList, SelectField, TextField } from '@pocketfleet/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/connect';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { PhoneChoices } from '../../forms/phone-choices.tsx';
import { ConsentPermissions } from './consent-permissions.tsx';
import { HoursField, hoursOf } from './hours-field.tsx';
import { parseMoney } from './key-view.ts';

export type Answer = { kind: 'approved' | 'denied'; redirect_to: string | null };

type Props = {
  asked: Asked;
  consent: Consent;
  workspaces: readonly Workspace[];
  onAnswer(answer: Answer): void;
};

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
  const [hours, setHours] = useState('');
  const [isTried, setTried] = useState(false);
  const devices = useQuery({
    queryKey: [...queryKeys.devices, 'of', place?.id],
    queryFn: ({ signal }) => client.call('listPhones', { signal, workspaceId: place?.id ?? null }),
    enabled: place !== undefined,
  });
  const own = place?.permissions ?? [];
  const chosen = permissions.filter((each) => own.includes(each));
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
          hours_a_day: hoursOf(hours),
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
    (isTried ? missing[field] : undefined) ?? refused[field];
  const failure = approve.error ?? deny.error;
  const isBusy = approve.isPending || deny.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBusy || cents === null || Object.values(missing).some(Boolean)) return;
    approve.mutate(cents);
  };
  return (
    <form
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
        offered={consent.permissions.length > 0 ? consent.permissions : programPermissions}
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
          error={isTried ? missing.money : undefined}
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
      <HoursField value={hours} onChange={setHours} />
      {failure && Object.keys(refused).length === 0 ? (
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

/** Who asks, and from where: what can be proved, not what the program says about itself. */
function Facts({ consent }: { consent: Consent }) {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(consent.redirect_host ?? '');
  const target = isLocal ? `${texts.thisComputer} (${consent.redirect_host})` : (consent.redirect_host ?? '');
  return (
    <div className="flex flex-col gap-4">
      <DescriptionList
        items={[
          [texts.program, consent.is_ours ? `${consent.program}, ${texts.ours}` : consent.program],
          ...(consent.kind === 'device'
            ? ([
                [texts.computer, consent.machine || texts.notNamed],
                [texts.address, consent.address ?? texts.notNamed],
              ] as const)
            : ([[texts.goesOnTo, target]] as const)),
        ]}
      />
      {consent.kind === 'device' || isLocal ? (
        <Banner kind="warning">{consent.kind === 'device' ? texts.deviceWarning : texts.localWarning}</Banner>
      ) : null}
    </div>
  );
}
