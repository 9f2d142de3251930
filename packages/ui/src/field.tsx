import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

export type FieldProps = {
  label: string;
  /** The error message, shown under the field and linked to it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Auth and payment use the taller one. */
  isTall?: boolean;
  /** The field's form is being sent: see `heldInput`. */
  isBusy?: boolean | undefined;
};

export function TextField({
  label,
  error,
  hint,
  isTall,
  isBusy,
  id,
  ...props
}: FieldProps & ComponentProps<'input'>) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame id={fieldId} label={label} error={error} hint={hint}>
      <div
        className={clsx('pf-input flex items-center', isTall ? 'h-11 text-card' : 'h-10')}
        data-invalid={Boolean(error)}
      >
        <input
          {...props}
          {...heldInput(isBusy)}
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, error, hint)}
          className="h-full min-w-0 flex-1 rounded-control bg-transparent px-3 outline-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed"
        />
      </div>
    </FieldFrame>
  );
}

/**
 * For the inputs of a form that is being sent: nothing can be typed, and screen readers call them disabled. They don't
 * have the attribute `disabled`, because the browser would take the focus from the input in which Enter was pressed.
 */
export function heldInput(isBusy: boolean | undefined) {
  return isBusy ? { readOnly: true, 'aria-disabled': true } : {};
}

/** Label above, then the control, then error or hint. */
export function FieldFrame({
  id,
  label,
  error,
  hint,
  children,
}: Pick<FieldProps, 'label' | 'error' | 'hint'> & { id: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <label htmlFor={id} className="font-medium text-body">
        {label}
      </label>
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint ? (
        <div id={`${id}-hint`} className="text-small text-third">
          {hint}
        </div>
      ) : null}
    </div>
  );
}

/**
 * The error of the field above it. The live region is there before the error is, so that screen readers announce the
 * error even when the focus does not move. While it is empty, it takes back the gap (8 px) that it would add to a column.
 */
export function FieldError({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <div aria-live="polite" className="empty:-mt-2">
      {children ? (
        <p id={id} className="flex items-start gap-1.5 text-error text-small">
          <CircleAlert size={14} className="mt-[3px] shrink-0" />
          {children}
        </p>
      ) : null}
    </div>
  );
}

export function describedBy(id: string, error: string | undefined, hint: ReactNode): string | undefined {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
