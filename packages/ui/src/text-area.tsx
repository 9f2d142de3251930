import { type ComponentProps, useId } from 'react';
import { describedBy, FieldFrame, type FieldProps, heldInput } from './field.tsx';

/** Several lines of text in a form: label above, error and hint below. */
export function TextArea({ label, error, hint, isBusy, ...props }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea
        rows={4}
        {...props}
        {...heldInput(isBusy)}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, error, hint)}
        className="pf-input px-3 py-2"
      />
    </FieldFrame>
  );
}
