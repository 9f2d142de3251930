import { withTimeout } from './timeout.ts';

/** A condition variable: lets callers wait until something is true of a state that others change. */
export class Condition {
  readonly #waiting = new Set<() => void>();

  /** Call it when the state has changed: each waiting caller checks its condition again. */
  notifyAll(): void {
    for (const check of [...this.#waiting]) check();
  }

  /** Resolves once `isTrue`; rejects after the timeout, or when `isCancelled`. */
  async until(isTrue: () => boolean, timeoutMs: number, isCancelled: () => boolean): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    while (!isTrue()) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0 || isCancelled()) throw new Error('the phone did not come back');
      let check = (): void => undefined;
      const changed = new Promise<void>((resolve) => {
        check = resolve;
        this.#waiting.add(check);
      });
      await withTimeout(changed, leftMs).catch(() => undefined);
      this.#waiting.delete(check);
    }
  }
}
