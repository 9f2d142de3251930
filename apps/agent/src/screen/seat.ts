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
  /** The generation since which nobody else than the holder has had the phone, as far as this host was told. */
  #ownSince = 0;
  #holderId: string | undefined;
  /** With which generation each program acted last. */
  readonly #acted = new Map<string, number>();

  /**
   * False for an older generation. `holder`: null for nobody, undefined where it isn't told. A person who has left the phone and
   * is back, as after a lost connection, has a new generation and has not lost it.
   */
  enter(generation: number, holder?: { readonly id: string } | null): boolean {
    if (generation < this.#generation) return false;
    if (generation > this.#generation && holder !== null && (!holder || holder.id !== this.#holderId)) {
      this.#ownSince = generation;
      this.#holderId = undefined;
    }
    this.#generation = generation;
    this.#holderId = holder?.id ?? this.#holderId;
    return true;
  }

  isLost(generation: number): boolean {
    return generation < this.#ownSince;
  }

  /** Between the steps of an action. Throws SeatLostError. */
  check(generation: number): void {
    if (this.isLost(generation)) throw new SeatLostError();
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
