// The viewer that controls a device on this node: the one that took control last. Control is free again when that viewer
// leaves, or after 30 s without input.
export const idleAfterMs = 30_000;

export class ControlSeat<Viewer> {
  readonly #now: () => number;
  #holder: Viewer | undefined;
  #usedAtMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get holder(): Viewer | undefined {
    return this.#holder;
  }

  /** Takes the seat, also from another viewer. True when it changed hands. */
  take(viewer: Viewer): boolean {
    const changed = this.#holder !== viewer;
    this.#holder = viewer;
    this.#usedAtMs = this.#now();
    return changed;
  }

  /** Whether the viewer's input is accepted: it holds the seat, or nobody has used the seat for 30 s. */
  use(viewer: Viewer): 'held' | 'taken' | 'refused' {
    const isFree = this.#holder === undefined || this.#now() - this.#usedAtMs > idleAfterMs;
    if (this.#holder !== viewer && !isFree) return 'refused';
    return this.take(viewer) ? 'taken' : 'held';
  }

  /** True when the viewer held the seat. */
  leave(viewer: Viewer): boolean {
    if (this.#holder !== viewer) return false;
    this.#holder = undefined;
    return true;
  }
}
