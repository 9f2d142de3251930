import { ApiError } from '@pocketfleet/client';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Puts the server's sentences under the form's own fields and focuses the first of them. What it said about no field
 * of the form is returned, for a banner.
 */
export function showServerErrors<Fields extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Fields>,
): string | null {
  if (!(error instanceof ApiError)) return null;
  const known = Object.entries(error.fields).filter(([name]) => name in form.getValues());
  known.forEach(([name, message], at) => {
    form.setError(name as Path<Fields>, { message }, { shouldFocus: at === 0 });
  });
  return known.length === 0 ? error.detail : null;
}
