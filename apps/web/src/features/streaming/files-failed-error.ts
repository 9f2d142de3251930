/** What was wanted of a phone's files failed; the message is for the customer. `retry`: it may go well later. */
export class FilesFailedError extends Error {
  override name = 'FilesFailedError';
  readonly retry: boolean;
  constructor(detail: string, retry: boolean) {
    super(detail);
    this.retry = retry;
  }
}
