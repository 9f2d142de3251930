import { type RefObject, useEffect } from 'react';

const firstError = '[aria-invalid="true"]:enabled, fieldset[data-invalid="true"] input:enabled';

/**
 * Focuses the first field with an error after each try and each refusal, and so scrolls it into view: a form may be longer
 * than its window, with its button at the end.
 */
export function useFirstErrorFocus(
  form: RefObject<HTMLFormElement | null>,
  tries: number,
  error: unknown,
): void {
  useEffect(() => {
    if (tries === 0 && !error) return;
    form.current?.querySelector<HTMLElement>(firstError)?.focus();
  }, [form, tries, error]);
}
