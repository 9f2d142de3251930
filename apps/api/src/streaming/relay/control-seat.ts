// Who controls a device on this node: the viewer that last took it; free again when idle for 30 s or gone
// (spec-decisions 29).
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

  /** Takes the seat from whoever has it. True when it changed hands. */
  take(viewer: Viewer): boolean {
    const changed = this.#holder !== viewer;
    this.#holder = viewer;
    this.#usedAtMs = this.#now();
    return changed;
  }

  /** Whether this viewer's input counts: it holds the seat, or nobody has used it for 30 s. */
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
