/** Wakes one waiter, or the next one: what is raised while nobody waits is not lost. */
export class Signal {
  #raised = false;
  #wake: (() => void) | undefined;

  raise(): void {
    this.#raised = true;
    this.#wake?.();
  }

  /** Resolves when raised, or after `limitMs` if given. The caller looks at its own state to see why. */
  wait(limitMs?: number): Promise<void> {
    if (this.#raised) {
      this.#raised = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = limitMs === undefined ? undefined : setTimeout(() => this.#wake?.(), limitMs);
      this.#wake = () => {
        this.#raised = false;
        this.#wake = undefined;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
