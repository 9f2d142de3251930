// The actor behind a change: carried through a call, set in the database at the start of each of its transactions, and
// stored there with every change of a state.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal.ts';

type Actor = { actor: string; address: string };

const current = new AsyncLocalStorage<Actor>();

/**
 * Runs `work` on behalf of `actor`: "customer:<id of the user>", "operator:<id>", or "key:", "program:" or "guest:" with the id
 * of the credential.
 */
export function runAs<Result>(actor: string, address: string, work: () => Result): Result {
  return current.run({ actor, address }, work);
}

/** Undefined for work that no caller started. */
export function currentActor(): Actor | undefined {
  return current.getStore();
}

/** The actor that a principal is. */
export function actorOf({ kind, user_id, credential_id }: Principal): string {
  return kind === 'person' ? `customer:${user_id}` : `${kind}:${credential_id}`;
}
