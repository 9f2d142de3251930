// The actor behind a change: carried through a call, set in the database at the start of each of its transactions, and
// stored there with every change of a state.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs `work` on behalf of `actor`: "customer:<id>" or "operator:<id>". */
export function runAs<Result>(actor: string, work: () => Result): Result {
  return current.run(actor, work);
}

/** Undefined for work that no caller started. */
export function currentActor(): string | undefined {
  return current.getStore();
}
