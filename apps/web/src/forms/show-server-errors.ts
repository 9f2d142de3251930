import { ApiError } from '@pocketfleet/client';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { explain } from '../api/errors.ts';

/**
 * Shows the server's messages under the form's fields and focuses the first of these. Returns a message that belongs to no
 * field of the form, for a banner.
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
  return known.length === 0 ? explain(error) : null;
}
