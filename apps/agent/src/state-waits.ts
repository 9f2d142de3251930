import { limited } from './adb/ask-phone.ts';

/** Those who wait until something has become true of a state that others change. */
export class StateWaits {
  readonly #waiting = new Set<() => void>();

  /** The state has changed: everybody looks again. */
  wake(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Resolves once it is so; rejects after the limit, or when `isOver`. */
  async until(isSo: () => boolean, limitMs: number, isOver: () => boolean): Promise<void> {
    const deadlineMs = performance.now() + limitMs;
    while (!isSo()) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0 || isOver()) throw new Error('the phone did not come back');
      let look = (): void => undefined;
      const changed = new Promise<void>((resolve) => {
        look = resolve;
        this.#waiting.add(look);
      });
      await limited(changed, leftMs).catch(() => undefined);
      this.#waiting.delete(look);
    }
  }
}
