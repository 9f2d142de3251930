/** A wait that somebody else may end early. */
export class Pause {
  #end: (() => void) | undefined;

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#end = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#end = done;
    });
  }

  end(): void {
    this.#end?.();
  }
}
