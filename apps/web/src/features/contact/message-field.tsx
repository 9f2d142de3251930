import { FieldError, heldInput } from '@pocketfleet/ui';
import type { ComponentProps } from 'react';
import * as texts from '#language/contact';

const longest = 1000;

/** The message, with a counter of its characters. A longer text can be typed and is refused with an error; it is never cut off. */
export function MessageField({
  error,
  isBusy,
  ...props
}: ComponentProps<'textarea'> & { error?: string | undefined; isBusy: boolean }) {
  const length = String(props.value ?? '').trim().length;
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor="message" className="font-medium text-body">
        {texts.message}
      </label>
      <div className="pf-input flex" data-invalid={Boolean(error)}>
        <textarea
          {...props}
          {...heldInput(isBusy)}
          id="message"
          name="message"
          rows={5}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'message-error message-length' : 'message-length'}
          className="min-h-32 w-full resize-y rounded-control bg-transparent px-3 py-2.5 text-card outline-none aria-disabled:cursor-not-allowed"
        />
      </div>
      <FieldError id="message-error">{error}</FieldError>
      <p id="message-length" className="self-end font-mono text-caption text-third tabular-nums">
        {length} / {longest}
      </p>
    </div>
  );
}
