// Who controls a device, over all nodes that have viewers of it. Each node keeps a seat of its own and tells the
// others what happens to it; what two nodes do at once is settled by the order in which both hear it. A node that
// has no neighbours for a device tells nothing but one question when its first viewer comes.
import { ControlSeat } from './control-seat.ts';

/** What a node tells of its seat. `viewer_id`: the viewer that took it there. */
export type SeatNews = {
  readonly node_id: string;
  readonly kind: 'asked' | 'answered' | 'taken' | 'used' | 'left' | 'counted';
  /** Only for this node; null for all. */
  readonly to_node_id: string | null;
  readonly holds: boolean;
  readonly viewer_id: string | null;
  readonly viewers: number;
};

export type SharedSeatOptions<Viewer> = {
  readonly nodeId: string;
  readonly now: () => number;
  readonly publish: (news: SeatNews) => void;
  /** Control or the number of viewers has changed; `before` is the viewer of this node that lost control. */
  readonly onChanged: (before: Viewer | undefined) => void;
};

/** Whoever can have control. */
type Seated = { readonly id: string };
const usedNewsEveryMs = 10_000;

export class SharedSeat<Viewer extends Seated> {
  readonly #options: SharedSeatOptions<Viewer>;
  readonly #viewers: ReadonlySet<Viewer>;
  /** Held by a viewer of this node, or by another node. */
  readonly #seat: ControlSeat<Viewer | string>;
  readonly #elsewhere = new Map<string, number>();
  /** Whether the others know that a viewer of this node has it: until then their word counts more. */
  #hasTold = false;
  /** Whether this node has heard its own question: of two first viewers at once, the one whose is first has it. */
  #hasAsked = false;
  #usedToldAtMs = Number.NEGATIVE_INFINITY;

  constructor(viewers: ReadonlySet<Viewer>, options: SharedSeatOptions<Viewer>) {
    this.#viewers = viewers;
    this.#options = options;
    this.#seat = new ControlSeat(options.now);
  }

  get holder(): Viewer | undefined {
    const { holder } = this.#seat;
    return typeof holder === 'string' ? undefined : holder;
  }

  get isFree(): boolean {
    return this.#seat.holder === undefined;
  }

  get viewerCount(): number {
    let count = this.#viewers.size;
    for (const viewers of this.#elsewhere.values()) count += viewers;
    return count;
  }

  get hasNeighbours(): boolean {
    return this.#elsewhere.size > 0;
  }

  /** The first viewer has come: does somebody elsewhere control? */
  ask(): void {
    this.#hasAsked = false;
    this.#publish('asked');
  }

  /** The number of this node's viewers has changed. */
  count(): void {
    this.#tell('counted');
  }

  /** The first viewer of a device has control without taking it from anybody. */
  takeIfFree(viewer: Viewer): void {
    if (this.isFree) this.#seat.take(viewer);
  }

  take(viewer: Viewer): boolean {
    if (!this.#seat.take(viewer)) return false;
    this.#tellTaken(viewer);
    return true;
  }

  use(viewer: Viewer): 'held' | 'taken' | 'refused' {
    const outcome = this.#seat.use(viewer);
    if (outcome === 'taken') this.#tellTaken(viewer);
    if (outcome === 'held') this.#tellUsed();
    return outcome;
  }

  leave(viewer: Viewer): boolean {
    if (!this.#seat.leave(viewer)) return false;
    this.#hasTold = false;
    this.#tell('left');
    return true;
  }

  heard(news: SeatNews): void {
    const { nodeId } = this.#options;
    if (news.to_node_id !== null && news.to_node_id !== nodeId) return;
    if (news.node_id === nodeId) {
      this.#heardOwn(news);
      return;
    }
    if (news.viewers > 0 || news.kind === 'asked') this.#elsewhere.set(news.node_id, news.viewers);
    else this.#elsewhere.delete(news.node_id);
    const before = this.holder;
    if (news.kind === 'asked') this.#publish('answered', news.node_id);
    else if (news.kind === 'taken') this.#cede(news.node_id);
    else if (news.kind === 'answered') this.#heardAnswer(news);
    else if (news.kind === 'used' && this.#seat.holder === news.node_id) this.#seat.take(news.node_id);
    else if (news.kind === 'left') this.#seat.leave(news.node_id);
    this.#options.onChanged(this.holder === before ? undefined : before);
  }

  /** Nodes that are gone control nothing. */
  keepNodes(living: ReadonlySet<string>): void {
    for (const node of [...this.#elsewhere.keys()]) {
      if (living.has(node)) continue;
      this.#elsewhere.delete(node);
      this.#seat.leave(node);
      this.#options.onChanged(undefined);
    }
  }

  /** Nobody watches here any more. */
  close(): void {
    this.#tell('left');
  }

  #heardAnswer(news: SeatNews): void {
    if (news.holds && !this.#hasTold) this.#cede(news.node_id);
    else if (!news.holds && this.holder !== undefined) this.#tellTaken(this.holder);
  }

  /** What this node did, heard in the order in which all hear it: the last to take it has it. */
  #heardOwn(news: SeatNews): void {
    if (news.kind === 'asked') this.#hasAsked = true;
    if (news.kind !== 'taken' || typeof this.#seat.holder !== 'string') return;
    const viewer = [...this.#viewers].find((one) => one.id === news.viewer_id);
    if (viewer === undefined) return;
    this.#seat.take(viewer);
    this.#hasTold = true;
    this.#options.onChanged(undefined);
  }

  #cede(nodeId: string): void {
    this.#hasTold = false;
    this.#seat.take(nodeId);
  }

  #tellTaken(viewer: Viewer): void {
    this.#hasTold = true;
    this.#tell('taken', viewer.id);
  }

  #tellUsed(): void {
    const now = this.#options.now();
    if (now - this.#usedToldAtMs < usedNewsEveryMs) return;
    this.#usedToldAtMs = now;
    this.#tell('used');
  }

  #tell(kind: SeatNews['kind'], viewerId: string | null = null): void {
    if (this.#elsewhere.size > 0) this.#publish(kind, null, viewerId);
  }

  #publish(kind: SeatNews['kind'], to: string | null = null, viewerId: string | null = null): void {
    this.#options.publish({
      node_id: this.#options.nodeId,
      kind,
      to_node_id: to,
      holds: this.holder !== undefined && (this.#hasAsked || this.#hasTold),
      viewer_id: viewerId,
      viewers: this.#viewers.size,
    });
  }
}
