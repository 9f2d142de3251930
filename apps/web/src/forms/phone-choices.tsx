import type { Device } from '@pocketfleet/contract';
import { Checkbox, FieldError } from '@pocketfleet/ui';
import { useId } from 'react';
import * as texts from '#language/keys';

type Props = {
  chosen: 'all' | readonly string[];
  devices: readonly Device[];
  canHaveAll: boolean;
  error: string | undefined;
  onChange(chosen: 'all' | string[]): void;
};

/** The phones that a key is for: all, or named ones. */
export function PhoneChoices({ chosen, devices, canHaveAll, error, onChange }: Props) {
  const name = useId();
  const radio = (label: string, hint: string, isAll: boolean) => (
    <label className="flex min-h-6 items-start gap-3">
      <input
        type="radio"
        name={name}
        checked={(chosen === 'all') === isAll}
        disabled={isAll && !canHaveAll}
        onChange={() => onChange(isAll ? 'all' : [])}
        className="pf-check"
      />
      <span className="pt-0.5">
        {label}
        <span className="block text-small text-third">{hint}</span>
      </span>
    </label>
  );
  return (
    <fieldset
      data-invalid={Boolean(error)}
      aria-describedby={error ? `${name}-error` : undefined}
      className="flex flex-col gap-3"
    >
      <legend className="mb-3 font-medium">{texts.phones}</legend>
      {radio(texts.allPhones, canHaveAll ? texts.allPhonesHint : texts.youLackThis, true)}
      {radio(texts.namedPhones, devices.length === 0 ? texts.noPhones : '', false)}
      {chosen === 'all' ? null : (
        <div className="grid max-h-48 gap-2 overflow-y-auto rounded-control border border-hairline p-3 empty:hidden sm:grid-cols-2">
          {devices.map(({ id, tag, label }) => (
            <Checkbox
              key={id}
              label={tag}
              checked={chosen.includes(id)}
              {...(label && { hint: label })}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          ))}
        </div>
      )}
      <FieldError id={`${name}-error`}>{error}</FieldError>
    </fieldset>
  );
}
