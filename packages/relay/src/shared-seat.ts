// Control of a device among all nodes that have viewers of it. Each node keeps a seat of its own and publishes the changes
// to it. When two nodes take control at once, the order in which both receive the events decides. A node that knows no
// other node with viewers of the device publishes one question, when its first viewer comes, and nothing else.
import type { SeatHolder } from '@pocketfleet/contract';
import { ControlSeat } from './control-seat.ts';

/** An event about a node's seat. `viewer_id` is the viewer that took the seat there. */
export type SeatEvent = {
  readonly node_id: string;
  readonly kind: 'asked' | 'answered' | 'taken' | 'used' | 'left' | 'counted';
  /** The one node that it is for; null for all nodes. */
  readonly to_node_id: string | null;
  readonly holds: boolean;
  readonly viewer_id: string | null;
  readonly viewers: number;
  /** The holder of the seat there. Nodes of the version before leave it out. */
  readonly holder?: SeatPerson | null | undefined;
};

/** The holder of control, as others read it. `id`: of the user, or of the key's or guest's credential. */
export type SeatPerson = {
  readonly kind: 'person' | 'key' | 'program' | 'guest';
  readonly name: string;
  readonly id: string;
};

export type SharedSeatOptions<Viewer> = {
  readonly nodeId: string;
  readonly now: () => number;
  readonly publish: (event: SeatEvent) => void;
  /** Control or the number of viewers has changed; `before` is the viewer of this node that lost control. */
  readonly onChanged: (before: Viewer | undefined) => void;
};

type Seated = { readonly id: string; readonly who?: SeatPerson | undefined };
const publishUseEveryMs = 10_000;

export class SharedSeat<Viewer extends Seated> {
  readonly #options: SharedSeatOptions<Viewer>;
  readonly #viewers: ReadonlySet<Viewer>;
  /** The holder is a viewer of this node, or the id of another node. */
  readonly #seat: ControlSeat<Viewer | string>;
  readonly #viewersElsewhere = new Map<string, number>();
  readonly #holdersElsewhere = new Map<string, SeatPerson>();
  /** Whether the other nodes know that a viewer of this node has the seat. Until then their claims win. */
  #isPublished = false;
  /** Whether this node has received its own question: of two first viewers, the one whose question is first wins. */
  #hasAsked = false;
  #usePublishedAtMs = Number.NEGATIVE_INFINITY;

  constructor(viewers: ReadonlySet<Viewer>, options: SharedSeatOptions<Viewer>) {
    this.#viewers = viewers;
    this.#options = options;
    this.#seat = new ControlSeat(options.now);
  }

  get holder(): Viewer | undefined {
    const { holder } = this.#seat;
    return typeof holder === 'string' ? undefined : holder;
  }

  /** The holder of control, as this viewer sees it. A holder without a name is another window of the same customer. */
  holderFor(viewer: Viewer): SeatHolder {
    const { holder } = this.#seat;
    if (holder === viewer) return { kind: 'this_window' };
    if (holder === undefined) return { kind: 'nobody' };
    const person = typeof holder === 'string' ? this.#holdersElsewhere.get(holder) : holder.who;
    if (person === undefined || person.id === viewer.who?.id) return { kind: 'own_window' };
    return { kind: person.kind, name: person.name };
  }

  /** The viewer that has control, here or on another node. */
  get person(): SeatPerson | undefined {
    const { holder } = this.#seat;
    return typeof holder === 'string' ? this.#holdersElsewhere.get(holder) : holder?.who;
  }

  get isFree(): boolean {
    return this.#seat.holder === undefined;
  }

  get viewerCount(): number {
    let count = this.#viewers.size;
    for (const viewers of this.#viewersElsewhere.values()) count += viewers;
    return count;
  }

  get hasViewersElsewhere(): boolean {
    return this.#viewersElsewhere.size > 0;
  }

  /** Call when the first viewer comes: asks the other nodes whether one of their viewers has control. */
  ask(): void {
    this.#hasAsked = false;
    this.#publish('asked');
  }

  /** Call when the number of this node's viewers has changed. */
  publishCount(): void {
    this.#publishToOthers('counted');
  }

  /** The first viewer of a device gets control, without taking it from another viewer. */
  takeIfFree(viewer: Viewer): void {
    if (this.isFree) this.#seat.take(viewer);
  }

  take(viewer: Viewer): boolean {
    if (!this.#seat.take(viewer)) return false;
    this.#publishTaken(viewer);
    return true;
  }

  use(viewer: Viewer): 'held' | 'taken' | 'refused' {
    const outcome = this.#seat.use(viewer);
    if (outcome === 'taken') this.#publishTaken(viewer);
    if (outcome === 'held') this.#publishUse();
    return outcome;
  }

  leave(viewer: Viewer): boolean {
    if (!this.#seat.leave(viewer)) return false;
    this.#isPublished = false;
    this.#publishToOthers('left');
    return true;
  }

  /** Frees control that a window of this person has here, and returns that viewer. */
  giveBack(personId: string | undefined): Viewer | undefined {
    const { holder } = this;
    if (personId === undefined || holder?.who?.id !== personId) return undefined;
    return this.leave(holder) ? holder : undefined;
  }

  receive(event: SeatEvent): void {
    const { nodeId } = this.#options;
    if (event.to_node_id !== null && event.to_node_id !== nodeId) return;
    if (event.node_id === nodeId) {
      this.#receiveOwn(event);
      return;
    }
    if (event.viewers > 0 || event.kind === 'asked') this.#viewersElsewhere.set(event.node_id, event.viewers);
    else this.#viewersElsewhere.delete(event.node_id);
    if (event.holder) this.#holdersElsewhere.set(event.node_id, event.holder);
    else this.#holdersElsewhere.delete(event.node_id);
    const before = this.holder;
    if (event.kind === 'asked') this.#publish('answered', event.node_id);
    else if (event.kind === 'taken') this.#cede(event.node_id);
    else if (event.kind === 'answered') this.#receiveAnswer(event);
    else if (event.kind === 'used' && this.#seat.holder === event.node_id) this.#seat.take(event.node_id);
    else if (event.kind === 'left') this.#seat.leave(event.node_id);
    this.#options.onChanged(this.holder === before ? undefined : before);
  }

  /** Nodes that are not in `living` are gone: their viewers count no more, and have no control. */
  keepNodes(living: ReadonlySet<string>): void {
    for (const node of [...this.#viewersElsewhere.keys()]) {
      if (living.has(node)) continue;
      this.#viewersElsewhere.delete(node);
      this.#holdersElsewhere.delete(node);
      this.#seat.leave(node);
      this.#options.onChanged(undefined);
    }
  }

  /** Call when the last viewer of this node has left. */
  close(): void {
    this.#publishToOthers('left');
  }

  #receiveAnswer(event: SeatEvent): void {
    if (event.holds && !this.#isPublished) this.#cede(event.node_id);
    else if (!event.holds && this.holder !== undefined) this.#publishTaken(this.holder);
  }

  /** This node's own events arrive in the order in which all nodes receive them; the last one to take the seat has it. */
  #receiveOwn(event: SeatEvent): void {
    if (event.kind === 'asked') this.#hasAsked = true;
    if (event.kind !== 'taken' || typeof this.#seat.holder !== 'string') return;
    const viewer = [...this.#viewers].find((each) => each.id === event.viewer_id);
    if (viewer === undefined) return;
    this.#seat.take(viewer);
    this.#isPublished = true;
    this.#options.onChanged(undefined);
  }

  #cede(nodeId: string): void {
    this.#isPublished = false;
    this.#seat.take(nodeId);
  }

  #publishTaken(viewer: Viewer): void {
    this.#isPublished = true;
    this.#publishToOthers('taken', viewer.id);
  }

  #publishUse(): void {
    const now = this.#options.now();
    if (now - this.#usePublishedAtMs < publishUseEveryMs) return;
    this.#usePublishedAtMs = now;
    this.#publishToOthers('used');
  }

  #publishToOthers(kind: SeatEvent['kind'], viewerId: string | null = null): void {
    if (this.#viewersElsewhere.size > 0) this.#publish(kind, null, viewerId);
  }

  #publish(kind: SeatEvent['kind'], to: string | null = null, viewerId: string | null = null): void {
    this.#options.publish({
      node_id: this.#options.nodeId,
      kind,
      to_node_id: to,
      holds: this.holder !== undefined && (this.#hasAsked || this.#isPublished),
      viewer_id: viewerId,
      viewers: this.#viewers.size,
      holder: this.holder?.who ?? null,
    });
  }
}
