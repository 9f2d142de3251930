import clsx from 'clsx';
import { type ComponentProps, useId } from 'react';
import { describedBy, FieldFrame, type FieldProps } from './field.tsx';

export type SelectOption = { value: string; label: string };
type SelectProps = Omit<ComponentProps<'select'>, 'children'> & { options: readonly SelectOption[] };

/** One of a few values, chosen in the system's own menu. `aria-label` names it where no label stands beside it. */
export function Select({ options, className, ...props }: SelectProps) {
  return (
    <select {...props} className={clsx('pf-input h-9 max-w-full text-body', className)}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A `Select` in a form: label above, error and hint below. */
export function SelectField({ label, error, hint, ...props }: FieldProps & SelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <Select
        {...props}
        id={id}
        data-invalid={Boolean(error)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, error, hint)}
        className="h-10"
      />
    </FieldFrame>
  );
}
