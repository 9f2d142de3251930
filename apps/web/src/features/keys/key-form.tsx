import type { AccessPermission, Device } from '@pocketfleet/contract';
import { Banner, Button, SelectField, TextField } from '@pocketfleet/ui';
import { formatDay } from '@pocketfleet/ui/format';
import { useRef } from 'react';
import * as texts from '#language/keys';
import { reasonOf } from '../../api/errors.ts';
import { PhoneChoices } from '../../forms/phone-choices.tsx';
import { useFirstErrorFocus } from '../../forms/use-first-error-focus.ts';
import { LimitFields } from './limit-fields.tsx';
import { PermissionChoices } from './permission-choices.tsx';
import { endOf, type KeyFormState } from './use-key-form.ts';

const endChoices = [7, 30, 90, 365];

export type KeyFormProps = {
  form: KeyFormState;
  devices: readonly Device[];
  canGive: { permissions: AccessPermission[]; all_phones: boolean };
  nowMs: number;
  onCancel(): void;
};

/** In a narrow dialog, the note has a line of its own above the buttons. */
const noteBeside = { flex: '1 1 10rem' };

/** The padding of the sheet that it is in. */
const toTheEdges = { marginInline: -24, marginBottom: -24, bottom: -24 };

/** The typed values are in `form`. */
export function KeyForm({ form, devices, canGive, nowMs, onCancel }: KeyFormProps) {
  const { typed, change, errorOf, isPending, error, isOfFields } = form;
  const element = useRef<HTMLFormElement>(null);
  useFirstErrorFocus(element, form.tries, error);
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        form.send(nowMs);
      }}
      noValidate
      aria-label={texts.newKey}
      className="flex flex-col gap-6"
    >
      {error && !isOfFields ? (
        <Banner kind="error">
          {texts.notMade}
          {reasonOf(error)}
        </Banner>
      ) : null}
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        autoComplete="off"
        maxLength={60}
        value={typed.name}
        isBusy={isPending}
        error={errorOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <PermissionChoices
        chosen={typed.permissions}
        own={canGive.permissions}
        isOpen={typed.hasMoreRights}
        onOpen={() => change({ hasMoreRights: true })}
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
          hint={texts.endHint(formatDay(endOf(typed, nowMs).getTime()), typed.days)}
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
          isBusy={isPending}
          error={errorOf('monthly_limit_cents')}
          onChange={({ target }) => change({ money: target.value })}
        />
      </div>
      <LimitFields
        hours={typed.hours}
        actions={typed.actions}
        errors={{ hours: errorOf('hours_a_day'), actions: errorOf('actions_a_minute') }}
        onChange={change}
      />
      <TextField
        label={texts.networks}
        hint={texts.networksHint}
        autoComplete="off"
        value={typed.networks}
        isBusy={isPending}
        error={errorOf('networks')}
        onChange={({ target }) => change({ networks: target.value })}
      />
      {/* It stays in view below the fields, where the window has the room: on the padding of what scrolls, not above it. */}
      <div
        style={toTheEdges}
        className="flex flex-wrap items-center justify-end gap-3 border-hairline border-t bg-surface px-6 py-4 sticky lying:static"
      >
        <p style={noteBeside} className="text-second text-small">
          {texts.mailNote}
        </p>
        <span className="flex gap-3">
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isPending}>
            {texts.makeKey}
          </Button>
        </span>
      </div>
    </form>
  );
}
