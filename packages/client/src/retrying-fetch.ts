// Repeats requests that a busy server, or a lost connection, has left undone. Every wait and the number of tries have limits.
import { wait } from './deferred.ts';

export type RetryRules = {
  /** The global fetch if left out. */
  fetch?: typeof fetch | undefined;
  /** Tries after the first one; 0 for none. */
  retries: number;
  /** Of one try. */
  timeoutMs: number;
  /** True when doing it twice is the same as doing it once. Otherwise only refusals that did nothing (429) are repeated. */
  canRepeat: boolean;
  /** From 0 to 1; for tests. */
  random?: () => number;
};

const firstDelayMs = 250;
const longestDelayMs = 8_000;
/** The server asks for more than this: the caller gets its refusal. */
const longestRetryAfterMs = 60_000;

/** As fetch: rejects when no response came, and with the signal's reason when the caller has aborted. */
export function createRetryingFetch(rules: RetryRules): typeof fetch {
  const send = rules.fetch ?? fetch;
  return async (input, init) => {
    const caller = init?.signal ?? undefined;
    for (let attempt = 0; ; attempt += 1) {
      const timeout = AbortSignal.timeout(rules.timeoutMs);
      const signal = caller ? AbortSignal.any([caller, timeout]) : timeout;
      const isLast = attempt >= rules.retries;
      const outcome = await send(input, { ...init, signal }).catch((error: unknown) => ({ error }));
      if ('error' in outcome) {
        if (isLast || caller?.aborted || !rules.canRepeat) throw outcome.error;
        await wait(backoffMs(attempt, rules.random), caller);
        continue;
      }
      const isUndone = outcome.status === 429;
      const isPassing = isUndone || [502, 503, 504].includes(outcome.status);
      const delayMs = readRetryAfter(outcome) ?? backoffMs(attempt, rules.random);
      if (isLast || !isPassing || !(isUndone || rules.canRepeat) || delayMs > longestRetryAfterMs)
        return outcome;
      await outcome.body?.cancel();
      await wait(delayMs, caller);
    }
  };
}

/** Grows with each try, and differs between programs that were cut off at the same moment. */
function backoffMs(attempt: number, random: () => number = Math.random): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (0.5 + random() / 2);
}

/** The header in seconds, or as a date; undefined without one. */
function readRetryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
