import { ApiError } from '../api-error.ts';

/** A request for a phone's files failed. The message is for people; `retry`: another attempt may succeed. */
export class FilesFailedError extends ApiError {
  override name = 'FilesFailedError';
  readonly retry: boolean;

  /** `code` is `files_failed` or, where the connection has ended, what it ended with. */
  constructor(detail: string, retry: boolean, code = 'files_failed') {
    super({ status: 0, code, detail });
    this.retry = retry;
  }
}
