import { type ComponentProps, type ReactNode, useId } from 'react';
import { describedBy, FieldError, type FieldProps } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> &
  Omit<FieldProps, 'isTall'> & {
    /** Beside the label, but not part of it: a button that shows what is agreed to. */
    children?: ReactNode;
  };

/** A box to tick, with its label beside it. */
export function Checkbox({ label, error, hint, isBusy, children, onClick, ...props }: Props) {
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <input
          {...props}
          id={id}
          type="checkbox"
          aria-disabled={isBusy || undefined}
          // A checkbox can't be read-only, and a disabled one would lose the focus.
          onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, hint)}
          className="pf-check"
        />
        <div className="pt-0.5">
          <label htmlFor={id}>{label}</label>
          {children}
          {hint ? (
            <span id={`${id}-hint`} className="block text-small text-third">
              {hint}
            </span>
          ) : null}
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
