/** Wakes the waiter. A signal that is raised while nobody waits wakes the next waiter at once. */
export class Signal {
  #raised = false;
  #wake: (() => void) | undefined;

  raise(): void {
    this.#raised = true;
    this.#wake?.();
  }

  /** Resolves when the signal is raised, or after `limitMs`. The caller checks its own state for the reason. */
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
