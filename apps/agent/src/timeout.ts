// The agent's one way to wait for something that may never come. Tango waits without a limit for a phone whose
// connection is lost.

/** The phone sent nothing within the limit. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

type Options = {
  readonly signal?: AbortSignal | undefined;
  /** The error for a timeout, where it isn't TimeoutError. */
  readonly onTimeout?: () => Error;
};

/** Rejects when `work` takes longer, or with the signal's reason. The work itself goes on. */
export function withTimeout<Result>(
  work: PromiseLike<Result>,
  timeoutMs: number,
  { signal, onTimeout = () => new TimeoutError('the phone does not answer') }: Options = {},
): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(onTimeout()), timeoutMs);
  return abortable(Promise.race([work, timeout.promise]), signal).finally(() => clearTimeout(timer));
}

/** Rejects with the signal's reason as soon as it aborts. */
export function abortable<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
