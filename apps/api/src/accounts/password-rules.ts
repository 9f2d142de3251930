// Passwords that guessers try first: the most common ones and those that hold the username.
import { holdsUsername, usernameInPassword } from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';
import { isCommonPassword } from './refused-passwords.ts';

/** Throws invalid_input for `field`. */
export function refuseGuessable(password: string, username: string, field: string): void {
  if (isCommonPassword(password)) {
    throw weakPassword(field, 'This password is too common. Please choose another one.');
  }
  if (holdsUsername(password, username)) throw weakPassword(field, usernameInPassword);
}

export function weakPassword(field: string, detail: string): AppError {
  return new AppError('invalid_input', { detail, fields: { [field]: detail } });
}
