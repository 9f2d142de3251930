// The exit statuses of both command lines, for scripts. docs/use/command-line.md and docs/operate/operators.md list them.
import type { ApiError } from '@pocketfleet/client';
import type { CloseReason, ErrorCode } from '@pocketfleet/contract';

export const exitCodes = {
  ok: 0,
  /** An unexpected error of the command or the server. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** Not signed in, or the second factor is missing. */
  not_signed_in: 3,
  /** The role may not do this. */
  forbidden: 4,
  not_found: 5,
  /** The API refuses the request: taken, dirty, already done, more than was paid, not valid. */
  refused: 6,
  /** The server does not answer. */
  unreachable: 7,
  /** `pocketfleet-team audit` found a violated invariant. */
  broken_promise: 8,
  /** The rental of the phone is over, or the right to use it has ended. */
  rental_ended: 9,
  /** The line to the phone was lost and could not be dialled again. */
  line_lost: 10,
  /** The condition of `pocketfleet wait` was not met. */
  not_met: 11,
  /** adb on this computer is missing, too old, or does not work. */
  no_adb: 12,
} as const;

export type Exit = keyof typeof exitCodes;

/** Ends the command with this status and one line on stderr. */
export class CommandError extends Error {
  readonly exit: Exit;
  /** The API's error code; null for an error of the command itself. */
  readonly code: string | null;
  /** The validation errors by field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    exit: Exit,
    message: string,
    options: { cause?: unknown; code?: string; fields?: Record<string, string> | undefined } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'CommandError';
    this.exit = exit;
    this.code = options.code ?? null;
    this.fields = options.fields ?? {};
  }
}

/** The exit status for an error response of the API. */
export function exitOf(status: number, code: string): Exit {
  if (status >= 500 && code !== 'device_failed') return 'failed';
  const known: Partial<Record<ErrorCode | CloseReason | 'line_lost' | 'timeout', Exit>> = {
    not_authenticated: 'not_signed_in',
    second_factor_needed: 'not_signed_in',
    invalid_credentials: 'not_signed_in',
    wrong_code: 'not_signed_in',
    forbidden: 'forbidden',
    not_found: 'not_found',
    // Why a connection to a phone has ended.
    not_allowed: 'forbidden',
    cut_off: 'forbidden',
    session_ended: 'not_signed_in',
    assignment_ended: 'rental_ended',
    device_quarantined: 'rental_ended',
    bad_message: 'failed',
    server_error: 'failed',
    line_lost: 'line_lost',
    going_away: 'line_lost',
    timeout: 'line_lost',
  };
  return known[code as ErrorCode] ?? 'refused';
}

/** A refused call of the API as a failure of the command. */
export function toCommandError(error: ApiError, url: string): CommandError {
  const { status, code, detail, fields, cause } = error;
  if (code === 'no_response') return new CommandError('unreachable', `${url} does not answer.`, { cause });
  if (code === 'unreadable_response') {
    return new CommandError('failed', 'The answer is not understood: is this command older than the server?');
  }
  if (code === 'unknown') return new CommandError('failed', `The server answered ${status}.`);
  return new CommandError(exitOf(status, code), detail ?? code, { code, fields });
}
