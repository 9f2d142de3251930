// Idempotency keys like Stripe's (docs.stripe.com/api/idempotent_requests): the first response is kept for 24 hours,
// even a server error, and replayed. Other parameters under the same key are refused. Two concurrent calls
// get 409. A call that was refused before it started keeps nothing. After 24 hours a key is forgotten: the same
// call then creates another object.
import { createHash } from 'node:crypto';
import { ApiError } from './objects.ts';
import type { Store } from './store.ts';

export type Answer = { status: number; body: unknown; isReplay?: boolean };

const maxKeyLength = 255;
const keptForMs = 24 * 3_600_000;

export async function answerOnce(
  { store, nowMs }: { store: Store; nowMs: () => number },
  running: Set<string>,
  call: { key: string | undefined; path: string; body: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { key } = call;
  if (key === undefined) return work();
  if (key.length === 0 || key.length > maxKeyLength) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: 'Idempotency keys have 1 to 255 characters.',
    });
  }
  const fingerprint = createHash('sha256').update(`${call.path}\n${call.body}`).digest('hex');
  const kept = store.find('answer', key);
  // Responses of old versions have no time and never expire.
  if (kept !== undefined && nowMs() - (kept.at_ms ?? nowMs()) < keptForMs) {
    if (kept.fingerprint === fingerprint) return { status: kept.status, body: kept.body, isReplay: true };
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  if (running.has(key)) throw keyInUse();
  running.add(key);
  try {
    const answer = await work();
    store.put('answer', { id: key, fingerprint, status: answer.status, body: answer.body, at_ms: nowMs() });
    return answer;
  } finally {
    running.delete(key);
  }
}

/** The response to the second of two concurrent calls. */
export function keyInUse(): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this idempotency key.',
  });
}
