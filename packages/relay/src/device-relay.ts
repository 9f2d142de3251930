// One phone and rental on this node: a stream for each quality, its viewers, and which of them controls.
import type { StreamQuality, ViewerNotice } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { cancelGestures } from './channel-input.ts';
import type { DeviceSeatChange } from './control-plane.ts';
import { DeviceStream } from './device-stream.ts';
import { notifyTyped } from './notify-typed.ts';
import { RecordingMark } from './recording-mark.ts';
import type { RelayMeter } from './relay-meter.ts';
import type { RelayOptions, StreamPlace } from './relay-options.ts';
import { SeatPermit } from './seat-permit.ts';
import { type SeatEvent, type SeatPerson, SharedSeat } from './shared-seat.ts';
import type { Viewer, ViewerRelay } from './viewer.ts';

export class DeviceRelay implements ViewerRelay {
  readonly place: StreamPlace;
  readonly meter: RelayMeter;
  readonly #options: RelayOptions;
  readonly #onEmpty: () => void;
  readonly #streams = new Map<StreamQuality, DeviceStream>();
  readonly #viewers = new Set<Viewer>();
  /** Viewers that get packets ahead of a click and are not counted yet (decision 036). */
  readonly #ahead = new Set<Viewer>();
  /** The quality that a viewer waits for while it watches another one. */
  readonly #requestedQualities = new Map<Viewer, StreamQuality>();
  readonly #seat: SharedSeat<Viewer>;
  readonly #permit: SeatPermit | undefined;
  readonly #mark: RecordingMark;

  constructor(place: StreamPlace, options: RelayOptions & { meter: RelayMeter }, onEmpty: () => void) {
    this.place = place;
    this.meter = options.meter;
    this.#options = options;
    this.#onEmpty = onEmpty;
    this.#seat = new SharedSeat(this.#viewers, {
      nodeId: options.nodeId,
      now: options.now,
      publish: (event) => options.publishSeat(place, event),
      onChanged: (before) => this.#handOver(before),
    });
    this.#mark = new RecordingMark(
      () => options.readRecorded?.(place),
      (by) => this.notifyAll({ type: 'recording', by }),
    );
    const { deviceSeat: store, now } = options;
    this.#permit =
      store &&
      new SeatPermit({
        place,
        store,
        now,
        onChanged: () => this.#handOver(this.#isHeldOutside() ? this.#seat.holder : undefined),
        isHere: (person) => this.#isHere(person),
        onGeneration: (generation) => {
          for (const stream of this.#streams.values()) stream.announce(generation);
        },
      });
  }

  join(viewer: Viewer): void {
    this.#mark.tell(viewer);
    if (viewer.isAhead) this.#ahead.add(viewer);
    else this.#count(viewer);
    if (!viewer.isPaused) this.#streamOf(viewer.quality).add(viewer);
    if (!viewer.isAhead) this.#notifyRoles();
  }

  /** The click has come: the viewer counts from now on. */
  arrive(viewer: Viewer): void {
    viewer.isAhead = false;
    if (!this.#ahead.delete(viewer)) return;
    this.#count(viewer);
    viewer.onArrive();
    this.#notifyRoles();
  }

  leave(viewer: Viewer): void {
    const wasCounted = this.#viewers.delete(viewer);
    if (!this.#ahead.delete(viewer) && !wasCounted) return;
    this.#permit?.forget(viewer);
    if (this.#seat.leave(viewer)) {
      this.#cancelGesturesOf(viewer);
      this.#releasePermit(viewer.who);
    }
    this.#dropRequestedQuality(viewer);
    this.#streams.get(viewer.quality)?.remove(viewer);
    if (wasCounted) {
      if (this.#viewers.size === 0) this.#seat.close();
      else this.#seat.publishCount();
      this.#notifyRoles();
    }
    this.#endIfEmpty();
  }

  control(viewer: Viewer, bytes: Uint8Array): WebSocket | undefined {
    const before = this.#seat.holder;
    const outcome = this.#seat.use(viewer);
    if (outcome === 'refused') return viewer.tellLost(bytes);
    if (outcome === 'taken') this.#handOver(before);
    this.meter.controlMessages += 1;
    const send = (generation?: number) => {
      const stream = this.#streams.get(viewer.quality);
      if (stream === undefined) return viewer.tellLost(bytes);
      return stream.control({ bytes, generation, whoId: viewer.who?.id });
    };
    if (this.#permit === undefined || viewer.who === undefined) return send();
    return this.#permit.use(viewer.who, viewer, send, () => viewer.tellLost(bytes));
  }

  takeControl(viewer: Viewer): void {
    const before = this.#seat.holder;
    const outside = this.#outsideFor(viewer);
    const who = outside ?? this.#seat.holderFor(viewer);
    const isTaken = this.#seat.take(viewer) || outside !== undefined;
    if (isTaken) this.#handOver(before);
    const tell = (): void => void (isTaken && 'name' in who && viewer.onControlTaken(who.name));
    if (this.#permit === undefined || viewer.who === undefined) tell();
    else this.#permit.take(viewer.who, tell);
  }

  /** A viewer keeps its picture until the other quality has one. The last request counts. */
  setQuality(viewer: Viewer, quality: StreamQuality): void {
    if ((this.#requestedQualities.get(viewer) ?? viewer.quality) === quality) return;
    this.#dropRequestedQuality(viewer);
    if (viewer.isPaused) viewer.quality = quality;
    if (viewer.quality === quality) return;
    this.#requestedQualities.set(viewer, quality);
    if (quality === 'lean') viewer.queue.drain();
    this.#streamOf(quality).prepare(viewer, () => {
      this.#requestedQualities.delete(viewer);
      const [old, next] = [this.#streams.get(viewer.quality), this.#streamOf(quality)];
      this.#leaveStream(viewer);
      viewer.quality = quality;
      next.add(viewer);
      old?.moveInput(next);
    });
  }

  /** A paused viewer costs its phone nothing: it leaves the capture and comes back to a key packet. */
  setPaused(viewer: Viewer, isPaused: boolean): void {
    if (viewer.isPaused === isPaused) return;
    viewer.isPaused = isPaused;
    if (isPaused) {
      this.#leaveStream(viewer);
      viewer.quality = this.#dropRequestedQuality(viewer) ?? viewer.quality;
    } else this.#streamOf(viewer.quality).add(viewer);
  }

  requestKeyPacket(viewer: Viewer): void {
    this.#streams.get(viewer.quality)?.requestKeyPacket();
  }

  receiveSeatEvent(event: SeatEvent): void {
    this.#seat.receive(event);
  }

  /** The phone's seat has changed hands, perhaps to somebody who acts by calls. */
  receiveDeviceSeat(change: DeviceSeatChange): void {
    this.#permit?.receive(change);
    const before = this.#permit?.holder === undefined ? this.#seat.giveBack(change.given_by) : undefined;
    if (before !== undefined) this.#handOver(before);
  }

  readDeviceSeat(): void {
    this.#permit?.read();
  }

  readRecorded(): void {
    this.#mark.read();
  }

  get viewerCount(): number {
    return this.#viewers.size;
  }

  /** Whether the picture goes to a viewer that is counted. */
  get isWatched(): boolean {
    return [...this.#viewers].some((viewer) => !viewer.isPaused);
  }

  /** The qualities that have a channel now. */
  get liveQualities(): StreamQuality[] {
    return [...this.#streams].filter(([, stream]) => stream.isLive).map(([quality]) => quality);
  }

  get hasViewersElsewhere(): boolean {
    return this.#seat.hasViewersElsewhere;
  }

  askForControl(): void {
    if (this.#viewers.size > 0) this.#seat.ask();
  }

  keepNodes(living: ReadonlySet<string>): void {
    this.#seat.keepNodes(living);
  }

  notifyAll(notice: ViewerNotice): void {
    for (const viewer of [...this.#viewers, ...this.#ahead]) viewer.notify(notice);
  }

  /** The phone may be back: streams that wait for it retry now. */
  retryNow(): void {
    for (const stream of this.#streams.values()) stream.retryNow();
  }

  stop(): void {
    for (const stream of [...this.#streams.values()]) stream.stop();
  }

  #count(viewer: Viewer): void {
    this.#viewers.add(viewer);
    if (viewer.mayControl) this.#seat.takeIfFree(viewer);
    if (this.#viewers.size === 1) this.#seat.ask();
    else this.#seat.publishCount();
  }

  #handOver(before: Viewer | undefined): void {
    if (before !== undefined) {
      this.#permit?.forget(before);
      this.#cancelGesturesOf(before);
    }
    this.#notifyRoles();
  }

  /** A finger that was down when its viewer left the stream must not stay down on the phone. */
  #leaveStream(viewer: Viewer): void {
    if (this.#seat.holder === viewer) this.#cancelGesturesOf(viewer);
    this.#streams.get(viewer.quality)?.remove(viewer);
  }

  #dropRequestedQuality(viewer: Viewer): StreamQuality | undefined {
    const requested = this.#requestedQualities.get(viewer);
    this.#requestedQualities.delete(viewer);
    if (requested !== undefined) this.#streams.get(requested)?.remove(viewer);
    return requested;
  }

  #cancelGesturesOf(viewer: Viewer): void {
    this.#streams.get(viewer.quality)?.control({ bytes: cancelGestures });
  }

  #streamOf(quality: StreamQuality): DeviceStream {
    const known = this.#streams.get(quality);
    if (known !== undefined) return known;
    const stream = new DeviceStream({
      quality,
      now: this.#options.now,
      meter: this.meter,
      openChannel: () => this.#options.openChannel(this.place, quality),
      knowsSeats: this.#options.knowsSeats,
      holder: () => this.#permit?.holder,
      restart: () => this.#options.restarts?.reasonOf(this.place.deviceId),
      onBack: () => this.#options.restarts?.end(this.place.deviceId),
      onTyped: (notice) => notifyTyped(notice, this.#seat.holder, this.#viewers),
      onIdle: () => {
        if (this.#streams.get(quality) === stream) this.#streams.delete(quality);
        this.#endIfEmpty();
      },
    });
    this.#streams.set(quality, stream);
    return stream;
  }

  #notifyRoles(): void {
    const { viewerCount: viewers } = this.#seat;
    for (const viewer of this.#viewers) {
      const outside = this.#outsideFor(viewer);
      const role = this.#seat.holder === viewer && outside === undefined ? 'controlling' : 'watching';
      const holder =
        outside === undefined ? this.#seat.holderFor(viewer) : { kind: outside.kind, name: outside.name };
      viewer.notify({ type: 'role', role, viewers, holder });
    }
  }

  /** The holder of the phone if no viewer of theirs has control: a key or a program, or a person by calls. */
  #outsideFor(viewer: Viewer): SeatPerson | undefined {
    const holder = this.#permit?.holder;
    return holder !== undefined && holder.id !== viewer.who?.id && this.#isHeldOutside() ? holder : undefined;
  }

  #isHeldOutside(): boolean {
    const holder = this.#permit?.holder;
    return holder !== undefined && holder.id !== this.#seat.person?.id;
  }

  /** A person who has left all their windows here leaves the phone to others. */
  #releasePermit(person: SeatPerson | undefined): void {
    if (person !== undefined && !this.#isHere(person)) this.#permit?.leave(person);
  }

  #isHere(person: SeatPerson): boolean {
    return [...this.#viewers].some(({ who }) => who?.id === person.id);
  }

  #endIfEmpty(): void {
    if (this.#viewers.size + this.#ahead.size === 0 && this.#streams.size === 0) this.#onEmpty();
  }
}
