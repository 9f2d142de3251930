import { FieldError, PasswordField, TextField } from '@pocketfleet/ui';
import { useId } from 'react';
import type { ActField } from './act.ts';

type Props = { field: ActField; text: string; error: string | undefined; onChange(text: string): void };

/** One field of an act, in the form that its kind asks for. */
export function ActFieldInput({ field, text, error, onChange }: Props) {
  const id = useId();
  if (field.kind === 'check') {
    return (
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          checked={text === 'on'}
          onChange={(event) => onChange(event.target.checked ? 'on' : '')}
          className="mt-0.5 size-4 shrink-0 accent-current"
        />
        <span>
          {field.label}
          {field.hint ? <span className="block text-small text-third">{field.hint}</span> : null}
        </span>
      </label>
    );
  }
  if (field.kind === 'choice' || field.kind === 'note') {
    const described = {
      'aria-invalid': error ? true : undefined,
      'aria-describedby':
        [error && `${id}-error`, field.hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    };
    return (
      <div className="flex flex-col gap-2">
        <label htmlFor={id} className="font-medium">
          {field.label}
        </label>
        {field.kind === 'choice' ? (
          <select
            id={id}
            value={text}
            {...described}
            onChange={(event) => onChange(event.target.value)}
            className="pf-input h-10 px-2.5"
          >
            {field.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ) : (
          <textarea
            id={id}
            rows={4}
            maxLength={2_000}
            value={text}
            {...described}
            onChange={(event) => onChange(event.target.value)}
            className="pf-input px-3 py-2"
          />
        )}
        <FieldError id={`${id}-error`}>{error}</FieldError>
        {field.hint ? (
          <p id={`${id}-hint`} className="text-small text-third">
            {field.hint}
          </p>
        ) : null}
      </div>
    );
  }
  if (field.kind === 'secret') {
    return (
      <PasswordField
        label={field.label}
        value={text}
        error={error}
        autoComplete="new-password"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      label={field.label}
      value={text}
      error={error}
      hint={field.hint}
      autoComplete="off"
      type={field.kind === 'moment' ? 'datetime-local' : 'text'}
      {...(field.kind === 'money' ? { inputMode: 'decimal' } : {})}
      {...(field.kind === 'number' ? { inputMode: 'numeric' } : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
