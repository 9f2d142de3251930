import { AppError } from '../platform/app-error.ts';
import { sqlState } from '../platform/database.ts';

const uniqueViolation = '23505';

/**
 * Turns a violation of a unique index into `already_exists`: another account has this username or email address. Other
 * errors are returned unchanged.
 */
export function toAlreadyExists(error: unknown): unknown {
  return sqlState(error) === uniqueViolation ? new AppError('already_exists', { cause: error }) : error;
}
