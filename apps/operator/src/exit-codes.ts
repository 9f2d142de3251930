// What the command's exit status says, for scripts. Kept in docs/operate/operators.md.
import type { ErrorCode } from '@pocketfleet/contract';

export const exitCodes = {
  ok: 0,
  /** Something unforeseen: a bug, or the server's. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** Not signed in, or the second factor is missing. */
  not_signed_in: 3,
  /** The role may not do this. */
  forbidden: 4,
  not_found: 5,
  /** Foreseen refusals: taken, dirty, done before, above what was paid, not valid. */
  refused: 6,
  /** The operators' port does not answer. */
  unreachable: 7,
  /** `pocketfleet audit` found a broken promise. */
  broken_promise: 8,
} as const;

export type Exit = keyof typeof exitCodes;

/** Ends the command with this status and one line on stderr. */
export class CommandError extends Error {
  readonly exit: Exit;
  /** The API's code for a refusal; null for what the command finds out itself. */
  readonly code: string | null;
  /** What is wrong with each field, by its name. */
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

/** The status for a refusal of the API. */
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
