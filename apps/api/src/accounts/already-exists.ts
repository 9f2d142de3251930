import { AppError } from '../platform/app-error.ts';
import { sqlState } from '../platform/database.ts';

const uniqueViolation = '23505';

/**
 * What to throw for an error of the database: `already_exists` if somebody else has this username or address, of
 * two at once also the second; any other error as it is.
 */
export function orTaken(error: unknown): unknown {
  return sqlState(error) === uniqueViolation ? new AppError('already_exists', { cause: error }) : error;
}
