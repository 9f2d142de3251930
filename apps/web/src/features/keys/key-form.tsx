import { ApiError } from '@pocketfleet/client';
import type { AccessPermission, Device, MadeKey } from '@pocketfleet/contract';
import { Banner, Button, SelectField, TextField } from '@pocketfleet/ui';
import { formatDay } from '@pocketfleet/ui/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/keys';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { PhoneChoices } from '../../forms/phone-choices.tsx';
import { HoursField, hoursOf } from './hours-field.tsx';
import { parseMoney, parseNetworks } from './key-view.ts';
import { PermissionChoices } from './permission-choices.tsx';

const dayMs = 86_400_000;
const endChoices = [7, 30, 90, 365];

type Typed = {
  name: string;
  permissions: AccessPermission[];
  phones: 'all' | string[];
  days: number;
  money: string;
  hours: string;
  networks: string;
};

export type KeyFormProps = {
  devices: readonly Device[];
  canGive: { permissions: AccessPermission[]; all_phones: boolean };
  nowMs: number;
  onMade(key: MadeKey): void;
  onCancel(): void;
};

/** Begins with as little as possible: nothing allowed, no phone, no money, and an end. */
export function KeyForm({ devices, canGive, nowMs, onMade, onCancel }: KeyFormProps) {
  const client = useClient();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed>({
    name: '',
    permissions: [],
    phones: [],
    days: 90,
    money: '0.00',
    hours: '',
    networks: '',
  });
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const make = useMutation({
    mutationFn: (cents: number) =>
      client.call('makeKey', {
        body: {
          name: typed.name,
          permissions: typed.permissions,
          phones: typed.phones,
          networks: parseNetworks(typed.networks),
          monthly_limit_cents: cents,
          hours_a_day: hoursOf(typed.hours),
          expires_at: new Date(nowMs + typed.days * dayMs).toISOString(),
        },
      }),
    onSuccess: onMade,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.keys }),
  });
  const cents = parseMoney(typed.money);
  const own = {
    permissions: typed.permissions.length === 0 ? texts.chooseAPermission : undefined,
    phones: typed.phones.length === 0 ? texts.chooseAPhone : undefined,
    monthly_limit_cents: cents === null ? texts.moneyWrong : undefined,
  };
  const refused = make.error instanceof ApiError ? (make.error.fields ?? {}) : {};
  const errorOf = (field: string): string | undefined => {
    const inList = Object.entries(refused).find(([path]) => path === field || path.startsWith(`${field}.`));
    return (isTried ? own[field as keyof typeof own] : undefined) ?? inList?.[1];
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (make.isPending || cents === null || Object.values(own).some(Boolean)) return;
    make.mutate(cents);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={texts.newKey} className="flex flex-col gap-6">
      {make.error && Object.keys(refused).length === 0 ? (
        <Banner kind="error">
          {texts.notMade}
          {reasonOf(make.error)}
        </Banner>
      ) : null}
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        autoComplete="off"
        maxLength={60}
        value={typed.name}
        isBusy={make.isPending}
        error={errorOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <PermissionChoices
        chosen={typed.permissions}
        own={canGive.permissions}
        error={errorOf('permissions')}
        onChange={(permissions) => change({ permissions })}
      />
      <PhoneChoices
        chosen={typed.phones}
        devices={devices}
        canHaveAll={canGive.all_phones}
        error={errorOf('phones')}
        onChange={(phones) => change({ phones })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={texts.ends}
          hint={texts.endHint(formatDay(nowMs + typed.days * dayMs))}
          error={errorOf('expires_at')}
          value={String(typed.days)}
          options={endChoices.map((days) => ({ value: String(days), label: texts.inDays(days) }))}
          onChange={({ target }) => change({ days: Number(target.value) })}
        />
        <TextField
          label={texts.money}
          hint={texts.moneyHint}
          inputMode="decimal"
          autoComplete="off"
          value={typed.money}
          isBusy={make.isPending}
          error={errorOf('monthly_limit_cents')}
          onChange={({ target }) => change({ money: target.value })}
        />
      </div>
      <HoursField
        value={typed.hours}
        error={errorOf('hours_a_day')}
        onChange={(hours) => change({ hours })}
      />
      <TextField
        label={texts.networks}
        hint={texts.networksHint}
        autoComplete="off"
        value={typed.networks}
        isBusy={make.isPending}
        error={errorOf('networks')}
        onChange={({ target }) => change({ networks: target.value })}
      />
      <div className="flex flex-wrap items-center justify-end gap-3 border-hairline border-t pt-4">
        <p className="min-w-0 flex-1 text-second text-small">{texts.mailNote}</p>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={make.isPending}>
          {texts.makeKey}
        </Button>
      </div>
    </form>
  );
}
