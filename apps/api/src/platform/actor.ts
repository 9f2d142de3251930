// Who is behind what happens: carried along through a call, told to the database at the start of each of its
// transactions, and noted there with every change of a state.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs `work` in the name of `actor`: "customer:<id>", "operator:<id>". */
export function runAs<Result>(actor: string, work: () => Result): Result {
  return current.run(actor, work);
}

/** Undefined for what happens by itself. */
export function currentActor(): string | undefined {
  return current.getStore();
}
