import { ApiError } from '@pocketfleet/client';
import type { Device, GuestPermission } from '@pocketfleet/contract';
import { Banner, Button, CopyButton, SelectField, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as texts from '#language/sharing';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useFirstErrorFocus } from '../../forms/use-first-error-focus.ts';
import { useServerNow } from '../../live/live-events-provider.tsx';

const hourMs = 3_600_000;
const endsAfterHours = [1, 4, 24, 72, 168];
const guestChoices = [1, 2, 5, 10, 25, 50];

type Typed = { name: string; permission: GuestPermission; hours: number; password: string; guests: number };
const least: Typed = { name: '', permission: 'watch', hours: 24, password: '', guests: 10 };

/** Makes a link to these phones, which ends at the latest with the last of their rentals. */
export function LinkForm({ devices }: { devices: readonly Device[] }) {
  const endsAtMs = lastEndOf(devices);
  const client = useClient();
  const queries = useQueryClient();
  const nowMs = useServerNow(60_000);
  const [typed, setTyped] = useState(least);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const make = useMutation({
    mutationFn: () =>
      client.call('createShareLink', {
        body: {
          name: typed.name,
          permission: typed.permission,
          phones: devices.map(({ id }) => id),
          ends_at: new Date(Math.min(nowMs + typed.hours * hourMs, endsAtMs ?? Infinity)).toISOString(),
          password: typed.password === '' ? null : typed.password,
          max_guests: typed.guests,
        },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.shareLinks }),
  });
  useFirstErrorFocus(form, 0, make.error);
  if (make.data) {
    return (
      <div className="flex flex-col gap-3">
        <p role="status">{texts.linkMade}</p>
        <TextField
          label={texts.link}
          readOnly
          value={make.data.url}
          onFocus={({ target }) => target.select()}
        />
        <div className="flex flex-wrap gap-2">
          <CopyButton
            value={make.data.url}
            label={texts.copyLink}
            onCopied={() => toast.success(texts.linkCopied)}
            onFailed={() => toast.error(texts.linkNotCopied)}
          />
          <Button
            onClick={() => {
              make.reset();
              setTyped(least);
            }}
          >
            {texts.makeAnother}
          </Button>
        </div>
      </div>
    );
  }
  const fields = make.error instanceof ApiError ? (make.error.fields ?? {}) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={texts.newLink} className="flex flex-col gap-4">
      {make.error && !['name', 'ends_at', 'password'].some((field) => field in fields) ? (
        <Banner kind="error">{reasonOf(make.error) ?? make.error.message}</Banner>
      ) : null}
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        autoComplete="off"
        maxLength={60}
        value={typed.name}
        error={fields['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={texts.guestsMay}
          value={typed.permission}
          options={[
            { value: 'watch', label: texts.mayWatch },
            { value: 'control', label: texts.mayWatchAndControl },
          ]}
          onChange={({ target }) => change({ permission: target.value === 'control' ? 'control' : 'watch' })}
        />
        <SelectField
          label={texts.ends}
          hint={endsAtMs === null ? undefined : texts.withTheRental}
          error={fields['ends_at']}
          value={String(typed.hours)}
          options={endsAfterHours.map((hours) => ({
            value: String(hours),
            label: hours < 24 ? texts.inHours(hours) : texts.inDays(hours / 24),
          }))}
          onChange={({ target }) => change({ hours: Number(target.value) })}
        />
        <TextField
          label={texts.password}
          hint={texts.passwordHint}
          autoComplete="off"
          maxLength={128}
          value={typed.password}
          error={fields['password']}
          onChange={({ target }) => change({ password: target.value })}
        />
        <SelectField
          label={texts.mostGuests}
          value={String(typed.guests)}
          options={guestChoices.map((count) => ({ value: String(count), label: String(count) }))}
          onChange={({ target }) => change({ guests: Number(target.value) })}
        />
      </div>
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={make.isPending}>
          {texts.makeLink}
        </Button>
      </div>
    </form>
  );
}

/** In ms since 1970; null: one of them has no end. */
function lastEndOf(devices: readonly Device[]): number | null {
  const ends = devices.map(({ stream_mappings: [mapping] }) => mapping?.expires_at);
  return ends.reduce<number | null>(
    (last, end) => (last === null || !end ? null : Math.max(last, Date.parse(end))),
    0,
  );
}
