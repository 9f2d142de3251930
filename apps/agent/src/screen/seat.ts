// The phone's seat as its host knows it: the newest generation that anybody has come with. The control plane raises it each
// time the seat changes hands, so what comes with an older one is from somebody who has lost the phone since.
const maxCallers = 200;

/** Somebody else has got the phone while an action was done. */
export class SeatLostError extends Error {
  constructor() {
    super('Somebody else has this phone since.');
  }
}

export class Seat {
  #generation = 0;
  /** With which generation each program acted last. */
  readonly #acted = new Map<string, number>();

  /** False for an older generation. */
  enter(generation: number): boolean {
    if (generation < this.#generation) return false;
    this.#generation = generation;
    return true;
  }

  /** Between the steps of an action. Throws SeatLostError. */
  check(generation: number): void {
    if (generation < this.#generation) throw new SeatLostError();
  }

  /**
   * Whether the caller has acted before, and somebody else had the seat since. Tells it once. `ownSince`: the generation since
   * which nobody else had it; a caller who gave it back and has it again has another generation, too.
   */
  hasReturned(caller: string, generation: number, ownSince = generation): boolean {
    const last = this.#acted.get(caller);
    this.#acted.delete(caller);
    this.#acted.set(caller, generation);
    for (const oldest of this.#acted.keys()) {
      if (this.#acted.size <= maxCallers) break;
      this.#acted.delete(oldest);
    }
    return last !== undefined && last < ownSince;
  }
}
