import { useEffect, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Focuses a field once the form is free again: while it is being sent its fields are disabled, and a disabled
 * field takes no focus.
 */
export function useFocusWhenFree<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
): (name: Path<Fields>) => void {
  const wanted = useRef<Path<Fields> | null>(null);
  const { isSubmitting } = form.formState;
  useEffect(() => {
    if (isSubmitting || wanted.current === null) return;
    form.setFocus(wanted.current);
    wanted.current = null;
  }, [form, isSubmitting]);
  return (name) => {
    wanted.current ??= name;
  };
}
