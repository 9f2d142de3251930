// Refuses passwords that are easy to guess: common ones, and those that contain the username.
import { holdsUsername, usernameInPassword } from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';
import { isCommonPassword } from './refused-passwords.ts';

/** Throws invalid_input for `field`. */
export function refuseGuessablePassword(password: string, username: string, field: string): void {
  if (isCommonPassword(password)) {
    throw weakPasswordError(field, 'This password is too common. Please choose another one.');
  }
  if (holdsUsername(password, username)) throw weakPasswordError(field, usernameInPassword);
}

export function weakPasswordError(field: string, detail: string): AppError {
  return new AppError('invalid_input', { detail, fields: { [field]: detail } });
}
