/** A request for a phone's files failed. The message is for the customer; `retry`: another attempt may succeed. */
export class FilesFailedError extends Error {
  override name = 'FilesFailedError';
  readonly retry: boolean;
  constructor(detail: string, retry: boolean) {
    super(detail);
    this.retry = retry;
  }
}
