// The right of this node's viewers to send input, from the phone's one seat: which viewer has control among the windows is
// decided in shared-seat.ts, and whether that person has the phone at all, here. Input waits for the answer to the first
// claim, and goes out with the generation of the seat.
import type { DeviceSeatChange } from './control-plane.ts';
import type { DeviceSeatStore, StreamPlace } from './relay-options.ts';
import type { SeatPerson } from './shared-seat.ts';

/** The seat is renewed while it is used, so that it doesn't count as idle. */
const renewEveryMs = 5_000;
/** After a refusal, input of the same person is dropped for this long without asking again. */
const refusedForMs = 1_000;
const maxWaiting = 500;

/** `of`: the viewer whose input it is. */
type Waiting = {
  readonly id: string;
  readonly of: object;
  readonly send: (generation: number) => unknown;
  /** The person doesn't get the seat, the database didn't answer, or too much came. */
  readonly onDropped: () => void;
};

export type SeatPermitOptions = {
  readonly place: StreamPlace;
  readonly store: DeviceSeatStore;
  readonly now: () => number;
  /** Somebody else has the phone, or nobody, or the person here has. */
  readonly onChanged: () => void;
  /** Whether this person still watches the phone here. */
  readonly isHere: (person: SeatPerson) => boolean;
  /** Input of older generations is refused from now on. */
  readonly onGeneration: (generation: number) => void;
};

export class SeatPermit {
  readonly #options: SeatPermitOptions;
  #seat: DeviceSeatChange | undefined;
  #claimedAtMs = Number.NEGATIVE_INFINITY;
  #refused: { id: string; atMs: number } | undefined;
  /** Claims that wait for their answer: at most one of each kind for each person. */
  readonly #claiming = new Set<string>();
  #waiting: Waiting[] = [];
  /** They may be back before it is done: their input then waits for a claim that comes after it. */
  #releasing: Promise<void> | undefined;

  constructor(options: SeatPermitOptions) {
    this.#options = options;
    this.read();
  }

  /** Events may have been missed. */
  read(): void {
    this.#options.store.read(this.#options.place).then(
      (seat) => seat && this.receive(seat),
      // Without the database the next claim tells it.
      () => undefined,
    );
  }

  get holder(): SeatPerson | undefined {
    return this.#seat?.holder ?? undefined;
  }

  /** Sends now, and returns the result; or when the person has got the seat; or not at all. */
  use<Result>(
    person: SeatPerson,
    of: object,
    send: (generation: number) => Result,
    onDropped = () => {},
  ): Result | undefined {
    const { holder } = this;
    // The event of a grant may come before the claim's own answer: what waits goes first.
    const isWaiting = this.#waiting.some(({ id }) => id === person.id);
    if (holder?.id === person.id && !isWaiting && this.#releasing === undefined) {
      const result = this.#seat && send(this.#seat.generation);
      if (this.#isOld()) this.#claim(person, 'use');
      return result;
    }
    // A key or a program doesn't lose the phone to a stray touch of the picture: a person takes it with a click. A key may have
    // the phone by its id before or after a rotation, which only the answer to its claim tells.
    const isTaken = (holder?.kind === 'key' || holder?.kind === 'program') && person.kind !== 'key';
    const refused = this.#refused;
    if (isTaken || (refused?.id === person.id && this.#options.now() - refused.atMs < refusedForMs)) {
      onDropped();
      return undefined;
    }
    if (this.#waiting.length < maxWaiting) this.#waiting.push({ id: person.id, of, send, onDropped });
    else onDropped();
    this.#claim(person, 'use');
    return undefined;
  }

  /** `onTaken` is called when the seat was granted, if the person didn't have it before. */
  take(person: SeatPerson, onTaken: () => void): void {
    if (this.holder?.id === person.id && !this.#isOld()) return;
    this.#claim(person, 'take', onTaken);
  }

  /** This viewer is gone, or has lost control: its waiting input is dropped. */
  forget(viewer: object): void {
    for (const { of, onDropped } of this.#waiting) if (of === viewer) onDropped();
    this.#waiting = this.#waiting.filter(({ of }) => of !== viewer);
  }

  /** The person's last viewer here has left. */
  leave(person: SeatPerson): void {
    const seat = this.#seat;
    if (seat?.holder?.id !== person.id) return;
    // Another claim or the idle time frees it, if this is lost.
    const release = this.#options.store.release(this.#options.place, person).catch(() => undefined);
    this.#releasing = release.then(() => {
      this.#releasing = undefined;
      if (this.#seat !== seat) return;
      this.#seat = { ...seat, holder: null };
      this.#options.onChanged();
    });
  }

  receive(change: DeviceSeatChange): void {
    if (this.#seat !== undefined && change.generation < this.#seat.generation) return;
    const before = this.holder?.id;
    this.#seat = change;
    this.#options.onGeneration(change.generation);
    if (before !== change.holder?.id) this.#options.onChanged();
  }

  #isOld(): boolean {
    return this.#options.now() - this.#claimedAtMs > renewEveryMs;
  }

  #claim(person: SeatPerson, by: 'use' | 'take', onTaken?: () => void): void {
    const name = (kind: string): string => `${kind} ${person.id}`;
    if (this.#claiming.has(name('take')) || this.#claiming.has(name(by))) return;
    this.#claiming.add(name(by));
    this.#claimedAtMs = this.#options.now();
    const claim = () => this.#options.store.claim(this.#options.place, person, by);
    (this.#releasing?.then(claim) ?? claim()).then(
      (outcome) => {
        this.#claiming.delete(name(by));
        if ('taken_by' in outcome) return this.#refuse(person, outcome);
        this.#grant(person, outcome.generation);
        if (outcome.hasChanged) onTaken?.();
      },
      () => {
        this.#claiming.delete(name(by));
        // The holder of the phone keeps it while the database is away; nobody else can get it.
        for (const { onDropped } of this.#drop(person.id)) onDropped();
      },
    );
  }

  #grant(person: SeatPerson, generation: number): void {
    this.#refused = undefined;
    this.receive({ generation, holder: person });
    const waiting = this.#drop(person.id);
    // An event may have told of a newer generation while this was asked.
    if (this.#seat === undefined || this.holder?.id !== person.id) {
      for (const { onDropped } of waiting) onDropped();
      return;
    }
    for (const { send } of waiting) send(this.#seat.generation);
    // They left while this was asked.
    if (!this.#options.isHere(person)) this.leave(person);
  }

  #refuse(person: SeatPerson, by: { taken_by: SeatPerson | null; generation: number }): void {
    this.#refused = { id: person.id, atMs: this.#options.now() };
    for (const { onDropped } of this.#drop(person.id)) onDropped();
    this.receive({ generation: by.generation, holder: by.taken_by });
    this.#options.onChanged();
  }

  #drop(id: string): Waiting[] {
    const dropped = this.#waiting.filter((one) => one.id === id);
    this.#waiting = this.#waiting.filter((one) => one.id !== id);
    return dropped;
  }
}
