// The state of the other nodes as heard through NATS, which guarantees no delivery. Each node numbers its events and says
// once a second how many there were, so a lost one is noticed, and so is a node that lives but isn't heard. Pure but for its
// callback.
import type { z } from 'zod';
import type { busHeartbeat } from './wire.ts';

type Heartbeat = z.output<typeof busHeartbeat.payload>;

type Peer = {
  lastSeq: number;
  /** Numbers that were skipped: they may still come on the other way. */
  missing: Set<number>;
  /** The last heartbeat through NATS. */
  heardAtMs: number;
  /** It says that it doesn't hear this node. */
  isDeaf: boolean;
  /** It said goodbye, and the database may still count it as living. */
  hasLeft: boolean;
  /** Since when it neither lives nor is heard. Its messages may still come on the other way. */
  goneAtMs: number | undefined;
};

const silentAfterMs = 3_000;
const forgottenAfterMs = 60_000;
/** A node that lives by PostgreSQL alone may listen while its heartbeat fails. */
const lingersMs = 30_000;
const maxMissing = 1_000;
/** A number that is further away than this from the last one is not believed to follow it. */
const maxJump = 1_000_000;
const maxPeers = 1_000;

export class Peers {
  readonly #nodeId: string;
  readonly #now: () => number;
  readonly #onGap: () => void;
  readonly #peers = new Map<string, Peer>();
  #living: readonly string[] | undefined;
  #lingerUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: { nodeId: string; now: () => number; onGap: () => void }) {
    this.#nodeId = options.nodeId;
    this.#now = options.now;
    this.#onGap = options.onGap;
  }

  /** True when an event with this number is new. */
  accept(from: string, seq: number): boolean {
    const peer = this.#peers.get(from) ?? this.#add(from, seq);
    if (peer === undefined) return true;
    if (this.#isReset(peer, seq)) return true;
    if (seq <= peer.lastSeq) return peer.missing.delete(seq);
    this.#advance(peer, seq - 1);
    peer.lastSeq = seq;
    return true;
  }

  heartbeat({ from, seq, unheard, is_leaving }: Heartbeat, isThroughNats: boolean): void {
    const peer = this.#peers.get(from) ?? this.#add(from, seq);
    if (peer === undefined) return;
    if (!this.#isReset(peer, seq)) this.#advance(peer, seq);
    // A heartbeat that comes later was sent before, on the other way.
    peer.hasLeft ||= is_leaving;
    peer.isDeaf = unheard.includes(this.#nodeId);
    if (isThroughNats) peer.heardAtMs = this.#now();
  }

  /**
   * `living`: the other nodes that live, as the database knows them. A node that died may have had events left to send. Returns
   * those that are new and not heard: what was sent through NATS alone until now may have passed them by.
   */
  setLiving(living: readonly string[]): string[] {
    const before = this.#living;
    this.#living = living;
    const known = new Set(living);
    for (const id of before ?? [])
      if (!known.has(id) && !this.isHeard(id) && !this.#hasLeft(id))
        this.#lingerUntilMs = this.#now() + lingersMs;
    for (const [id, peer] of this.#peers) {
      // A new node is heard before the next heartbeat shows it in the database.
      if (known.has(id) || this.isHeard(id)) {
        peer.goneAtMs = undefined;
      } else if (peer.goneAtMs === undefined) {
        peer.goneAtMs = this.#now();
        if (!peer.hasLeft) this.#onGap();
      } else if (this.#now() - peer.goneAtMs > forgottenAfterMs) {
        this.#peers.delete(id);
      }
    }
    if (before === undefined) return [];
    return this.unheard().filter((id) => !before.includes(id));
  }

  isHeard(id: string): boolean {
    const peer = this.#peers.get(id);
    return peer !== undefined && this.#now() - peer.heardAtMs < silentAfterMs;
  }

  /** Living nodes that this one doesn't hear through NATS. */
  unheard(): string[] {
    return (this.#living ?? []).filter((id) => !this.#hasLeft(id) && !this.isHeard(id));
  }

  /** How many nodes say that they don't hear this one. */
  countDeaf(): number {
    const peers = [...this.#peers.values()];
    return peers.filter(({ isDeaf, hasLeft, goneAtMs }) => isDeaf && !hasLeft && goneAtMs === undefined)
      .length;
  }

  /** True when a node that isn't heard through NATS has vanished a moment ago, without a goodbye. */
  isLingering(): boolean {
    return this.#now() < this.#lingerUntilMs;
  }

  /** After a forged number, the next right one is far below it: counting begins again, so that a node isn't silenced. */
  #isReset(peer: Peer, seq: number): boolean {
    if (Math.abs(seq - peer.lastSeq) <= maxJump) return false;
    peer.lastSeq = seq;
    peer.missing.clear();
    this.#onGap();
    return true;
  }

  #hasLeft(id: string): boolean {
    return this.#peers.get(id)?.hasLeft === true;
  }

  /** At the first contact: the numbers before, and this one, may still be on their way. */
  #add(from: string, seq: number): Peer | undefined {
    // Beyond this number nodes are not followed: their events are delivered, and count as unheard.
    if (this.#peers.size >= maxPeers) return undefined;
    const count = Math.min(seq, maxMissing);
    const peer: Peer = {
      lastSeq: seq,
      missing: new Set(Array.from({ length: count }, (_, index) => seq - count + 1 + index)),
      heardAtMs: Number.NEGATIVE_INFINITY,
      isDeaf: false,
      hasLeft: false,
      goneAtMs: undefined,
    };
    this.#peers.set(from, peer);
    return peer;
  }

  /** All numbers up to `seq` were sent. */
  #advance(peer: Peer, seq: number): void {
    if (seq <= peer.lastSeq) return;
    const from = Math.max(peer.lastSeq + 1, seq - maxMissing + 1);
    for (let each = from; each <= seq; each += 1) peer.missing.add(each);
    for (const each of peer.missing) {
      if (peer.missing.size <= maxMissing) break;
      peer.missing.delete(each);
    }
    peer.lastSeq = seq;
    this.#onGap();
  }
}
