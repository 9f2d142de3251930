// An expected error of a call. `code` decides the status, `detail` is the sentence for the customer, and `cause` is only for
// the log.
import { type ErrorCode, type ErrorResponse, errorCodes } from '@pocketfleet/contract';

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterS: number | undefined;
  readonly more: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.detail ?? errorCodes[code].detail, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterS = options.retryAfterS;
    this.more = options.more;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  toResponse(): ErrorResponse {
    const response: ErrorResponse = { ...this.more, detail: this.message, code: this.code };
    return this.fields === undefined ? response : { ...response, fields: this.fields };
  }
}

export type AppErrorOptions = {
  detail?: string;
  cause?: unknown;
  /** Errors by field name. */
  fields?: Record<string, string>;
  /** Seconds after which the same call can succeed; sent as Retry-After. */
  retryAfterS?: number;
  /** Further fields of the response that the contract defines for this code. */
  more?: Record<string, unknown>;
};
