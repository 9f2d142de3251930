import { useEffect, useLayoutEffect, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Keeps the keyboard in a form that is sent: meanwhile its fields and its button are disabled, and what is disabled
 * loses the focus. Once the form is free again the focus goes to the field that was asked for, or else to where it
 * was.
 */
export function useFocusWhenFree<Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, 'formState' | 'setFocus'>,
): (name: Path<Fields>) => void {
  const wanted = useRef<Path<Fields> | null>(null);
  const before = useRef<Element | null>(null);
  const { setFocus } = form;
  const { isSubmitting } = form.formState;
  // Before the browser takes the focus away.
  useLayoutEffect(() => {
    if (isSubmitting) before.current = document.activeElement;
  }, [isSubmitting]);
  useEffect(() => {
    if (isSubmitting) return;
    const hasLostFocus = document.activeElement === null || document.activeElement === document.body;
    if (wanted.current !== null) setFocus(wanted.current);
    else if (hasLostFocus && before.current instanceof HTMLElement) before.current.focus();
    wanted.current = null;
    before.current = null;
  }, [setFocus, isSubmitting]);
  return (name) => {
    wanted.current ??= name;
  };
}
