// The agent's one way to wait for something that may never come. Tango waits without a limit for a phone whose
// connection is lost.

/** The phone sent nothing within the limit. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** A limit is waited for in parts: after a pause of this whole process, answers that have come meanwhile are read first. */
const partsOfLimit = 4;

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
  const stop = afterParts(timeoutMs, () => timeout.reject(onTimeout()));
  return abortable(Promise.race([work, timeout.promise]), signal).finally(stop);
}

function afterParts(ms: number, run: () => void): () => void {
  let parts = partsOfLimit;
  const next = (): NodeJS.Timeout => setTimeout(end, ms / partsOfLimit);
  let timer = next();
  function end(): void {
    parts -= 1;
    if (parts === 0) run();
    else timer = next();
  }
  return () => clearTimeout(timer);
}

/** A phone that does something else for us answers late. That work has limits of its own. */
export const busyTimeoutMs = 30_000;

/** The same with the longer limit where the phone is busy at the end of the first one. */
export async function withMoreTime<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  isBusy: () => boolean,
): Promise<Result> {
  try {
    return await withTimeout(work, timeoutMs);
  } catch (error) {
    if (!isBusy()) throw error;
    return withTimeout(work, busyTimeoutMs - timeoutMs);
  }
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
