import clsx from 'clsx';
import { Eye, EyeOff, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { describedBy, FieldFrame, heldInput } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  isTall?: boolean;
  /** Its form is being sent: see `heldInput`. */
  isBusy?: boolean | undefined;
};

/** A password with show/hide and a hint while Caps Lock is on. Pasting is allowed. */
export function PasswordField({ label, error, hint, isTall, isBusy, id, ...props }: PasswordFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsLock(event.getModifierState('CapsLock'));
  const capsHint = hasCapsLock ? (
    <span role="status" className="flex items-center gap-1.5 text-warning">
      <TriangleAlert size={14} />
      Caps Lock is on
    </span>
  ) : null;
  const shownHint = capsHint ?? hint;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame id={fieldId} label={label} error={error} hint={shownHint}>
      <div
        className={clsx('pf-input flex items-center', isTall ? 'h-11 text-card' : 'h-10')}
        data-invalid={Boolean(error)}
      >
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...props}
          {...heldInput(isBusy)}
          id={fieldId}
          type={isShown ? 'text' : 'password'}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, error, shownHint)}
          onKeyDown={readCapsLock}
          onKeyUp={readCapsLock}
          className="h-full min-w-0 flex-1 rounded-control bg-transparent px-3 outline-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed"
        />
        <button
          type="button"
          disabled={props.disabled}
          onClick={() => setShown(!isShown)}
          aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          className="mr-1 inline-flex h-8 items-center gap-1.5 rounded-small px-2 text-second text-small hover:text-main"
        >
          <Icon size={16} />
          <span aria-hidden="true" className="min-w-8">
            {isShown ? 'Hide' : 'Show'}
          </span>
        </button>
      </div>
    </FieldFrame>
  );
}
