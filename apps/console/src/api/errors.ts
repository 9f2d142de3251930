// One funnel from a refused call to code, detail and status, and to the sentence that the team reads.
import { errorAnswer } from '@pocketfleet/contract';

export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** A code of the contract, or `no_response`, `unreadable_answer`, `unknown`. */
  readonly code: string;
  /** The server's message; null if there is none. */
  readonly detail: string | null;
  /** Messages by field name. */
  readonly fields: Record<string, string>;

  constructor(facts: {
    status: number;
    code: string;
    detail: string | null;
    fields?: Record<string, string>;
    cause?: unknown;
  }) {
    super(facts.detail ?? facts.code, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.fields = facts.fields ?? {};
  }
}

/** The refusal that a response carries; one that isn't ours (a proxy's page) keeps only its status. */
export async function readApiError(response: Response): Promise<ApiError> {
  const parsed = errorAnswer.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return new ApiError({ status: response.status, code: 'unknown', detail: null });
  const { detail, code, fields } = parsed.data;
  return new ApiError({
    status: response.status,
    code,
    detail: detail.trim() || null,
    ...(fields ? { fields } : {}),
  });
}

/** The message for the operator: the server's own one if there is one, because it names the cause. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong in this page. Reload it and try again.';
  if (error.status === 0) return 'The server did not respond. Check your connection, then try again.';
  if (error.code === 'unreadable_answer') {
    return 'This page does not understand the server’s response. Reload the page.';
  }
  return error.detail ?? `The server refused this (status ${error.status}). Try again in a moment.`;
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'second_factor_needed');
}

/** The operator's role may not do this, however often it is tried. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
