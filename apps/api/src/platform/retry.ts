// The retry of everything in the control plane that may fail for a while: transactions, migrations, connections.
import { setTimeout as wait } from 'node:timers/promises';

export type Failure = {
  error: unknown;
  /** 1 after the first failure. */
  attempt: number;
  /** The error's message, for people. */
  reason: string;
  /** False when the attempt before failed for the same reason, which then need not be logged again. */
  isNewReason: boolean;
};

type RetryOptions = {
  /** The pause after a failure. */
  delayMs: number | ((attempt: number) => number);
  /** Called after each failure; it gives up by throwing. */
  onFailure: (failure: Failure) => void | Promise<void>;
  /** Once it is aborted, `retry` rejects with its reason. */
  signal?: AbortSignal;
};

/** Calls `work` until it succeeds. */
export async function retry<Result>(
  work: () => Promise<Result>,
  { delayMs, onFailure, signal }: RetryOptions,
): Promise<Result> {
  let lastReason: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error);
      await onFailure({ error, attempt, reason, isNewReason: reason !== lastReason });
      lastReason = reason;
    }
    const pauseMs = typeof delayMs === 'number' ? delayMs : delayMs(attempt);
    if (pauseMs > 0) await wait(pauseMs, undefined, signal && { signal });
  }
}

/** A connection to a name with several addresses fails with an error for each address and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
