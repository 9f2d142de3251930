import { ApiError } from '@pocketfleet/client';
import type { Device } from '@pocketfleet/contract';
import { Banner, Button, Checkbox, PasswordField, TextArea, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as texts from '#language/secrets';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { PhoneChoices } from '../../forms/phone-choices.tsx';
import { useFirstErrorFocus } from '../../forms/use-first-error-focus.ts';
import { PrincipalChoices } from './principal-choices.tsx';
import { secretsKey } from './secrets-key.ts';

type Props = { devices: readonly Device[]; canHaveAll: boolean; onDone(): void };

/** A secret, and where it may be typed. */
export function SecretForm({ devices, canHaveAll, onDone }: Props) {
  const client = useClient();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [apps, setApps] = useState('');
  const [isForAnyField, setForAnyField] = useState(false);
  const [phones, setPhones] = useState<'all' | string[]>(canHaveAll ? 'all' : []);
  const [principals, setPrincipals] = useState<'all' | string[]>('all');
  const make = useMutation({
    mutationFn: () =>
      client.call('makeSecret', {
        body: {
          name,
          value,
          apps: apps.split(/[\s,]+/).filter((app) => app !== ''),
          is_for_any_field: isForAnyField,
          phones,
          principals,
        },
      }),
    onSuccess: () => {
      toast.success(texts.saved);
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: secretsKey }),
  });
  const form = useRef<HTMLFormElement>(null);
  useFirstErrorFocus(form, 0, make.error);
  const fields = make.error instanceof ApiError ? (make.error.fields ?? {}) : {};
  const appsError = Object.entries(fields).find(([field]) => field.startsWith('apps'))?.[1];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={texts.newSecret}
      className="flex flex-col gap-5"
    >
      {make.error && Object.keys(fields).length === 0 ? (
        <Banner kind="error">{texts.notDone(reasonOf(make.error))}</Banner>
      ) : null}
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        autoComplete="off"
        maxLength={60}
        value={name}
        isBusy={make.isPending}
        error={fields['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <PasswordField
        label={texts.value}
        hint={texts.valueHint}
        autoComplete="new-password"
        maxLength={1_000}
        value={value}
        isBusy={make.isPending}
        error={fields['value']}
        onChange={({ target }) => setValue(target.value)}
      />
      <TextArea
        label={texts.apps}
        hint={texts.appsHint}
        rows={3}
        maxLength={5_000}
        value={apps}
        isBusy={make.isPending}
        error={appsError}
        onChange={({ target }) => setApps(target.value)}
      />
      <Checkbox
        label={texts.anyField}
        hint={texts.anyFieldHint}
        checked={isForAnyField}
        onChange={({ target }) => setForAnyField(target.checked)}
      />
      <PhoneChoices
        chosen={phones}
        devices={devices}
        canHaveAll={canHaveAll}
        error={fields['phones']}
        onChange={setPhones}
      />
      <PrincipalChoices
        chosen={principals}
        error={fields['principals'] && texts.chooseWho}
        onChange={setPrincipals}
      />
      <div className="flex justify-end gap-3">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={make.isPending}>
          {texts.addSecret}
        </Button>
      </div>
    </form>
  );
}
