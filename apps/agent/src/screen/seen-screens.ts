// The last screen that each of many callers was sent. A screen may be as large as a phone sends it, and each caller may have seen
// another one, so what is kept has a limit: the ones who have read nothing for the longest time lose theirs.
import type { ScreenNode } from '@pocketfleet/contract';

const maxCallers = 100;
/** Of memory, about: that of a hundred callers with ordinary screens, or of four with the largest. */
const maxWeight = 16 * 1024 * 1024;
const nodeWeight = 200;

type Seen = { readonly nodes: readonly ScreenNode[] };

export class SeenScreens<Kept extends Seen> {
  readonly #kept = new Map<string, { readonly seen: Kept; readonly weight: number }>();
  #weight = 0;

  get(caller: string): Kept | undefined {
    return this.#kept.get(caller)?.seen;
  }

  has(caller: string): boolean {
    return this.#kept.has(caller);
  }

  /** The newest is kept however large it is. */
  set(caller: string, seen: Kept): void {
    this.delete(caller);
    const weight = seen.nodes.reduce((sum, node) => sum + weightOf(node), 0);
    this.#kept.set(caller, { seen, weight });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (oldest === caller || (this.#kept.size <= maxCallers && this.#weight <= maxWeight)) break;
      this.delete(oldest);
    }
  }

  delete(caller: string): void {
    this.#weight -= this.#kept.get(caller)?.weight ?? 0;
    this.#kept.delete(caller);
  }
}

function weightOf({ label, value, hint }: ScreenNode): number {
  return nodeWeight + label.length + (value?.length ?? 0) + (hint?.length ?? 0);
}
