import { soundsLikeUs } from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';

/** Throws invalid_input for names that could be mistaken for our team's. Checks only the given fields. */
export function refuseReservedNames(names: {
  username?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
}): void {
  const { username = '', first_name = '', last_name = '' } = names;
  if (soundsLikeUs(username)) {
    const detail = 'This username is reserved. Please choose another one.';
    throw new AppError('invalid_input', { detail, fields: { username: detail } });
  }
  if (soundsLikeUs(`${first_name} ${last_name}`)) {
    const detail = 'This name is reserved for our team. Please enter your own name.';
    throw new AppError('invalid_input', { detail, fields: { first_name: detail } });
  }
}
