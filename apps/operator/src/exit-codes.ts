// The command's exit statuses, for scripts. docs/operate/operators.md lists them.
import type { ErrorCode } from '@pocketfleet/contract';

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
  /** The operators' port does not answer. */
  unreachable: 7,
  /** `pocketfleet audit` found a violated invariant. */
  broken_promise: 8,
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
  const known: Partial<Record<ErrorCode, Exit>> = {
    not_authenticated: 'not_signed_in',
    second_factor_needed: 'not_signed_in',
    invalid_credentials: 'not_signed_in',
    wrong_code: 'not_signed_in',
    forbidden: 'forbidden',
    not_found: 'not_found',
  };
  return known[code as ErrorCode] ?? 'refused';
}
