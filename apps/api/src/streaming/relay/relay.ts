// Joins agents' channels with viewers, device by device. Knows no orders, payments or SQL: the caller says what a viewer
// may do. The relay itself closes only viewers that are too slow or break the protocol.
import { type StreamQuality, streamQuality, type ViewerNotice } from '@pocketfleet/contract';
import { encodeControlMessage } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { DeviceStream } from './device-stream.ts';
import { RelayMeter } from './relay-meter.ts';
import type { RelayOptions, StreamPlace } from './relay-options.ts';
import { type SeatEvent, SharedSeat } from './shared-seat.ts';
import { Viewer, type ViewerOptions, type ViewerRelay } from './viewer.ts';

const cancelGestures = encodeControlMessage({ type: 'cancel_gestures' });

/** One device and rental on this node: a stream for each quality, its viewers, and which of them controls. */
class DeviceRelay implements ViewerRelay {
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
  }

  join(viewer: Viewer): void {
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
    this.#notifyRoles();
  }

  leave(viewer: Viewer): void {
    const wasCounted = this.#viewers.delete(viewer);
    if (!this.#ahead.delete(viewer) && !wasCounted) return;
    if (this.#seat.leave(viewer)) this.#cancelGesturesOf(viewer);
    this.#dropRequestedQuality(viewer);
    this.#streams.get(viewer.quality)?.remove(viewer);
    if (wasCounted) this.#countDeparture();
    this.#endIfEmpty();
  }

  control(viewer: Viewer, bytes: Uint8Array): WebSocket | undefined {
    const before = this.#seat.holder;
    const outcome = this.#seat.use(viewer);
    if (outcome === 'refused') return undefined;
    if (outcome === 'taken') this.#handOver(before);
    this.meter.controlMessages += 1;
    return this.#streams.get(viewer.quality)?.control(bytes);
  }

  takeControl(viewer: Viewer): void {
    const before = this.#seat.holder;
    if (this.#seat.take(viewer)) this.#handOver(before);
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
      this.#leaveStream(viewer);
      viewer.quality = quality;
      this.#streamOf(quality).add(viewer);
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

  #countDeparture(): void {
    if (this.#viewers.size === 0) this.#seat.close();
    else this.#seat.publishCount();
    this.#notifyRoles();
  }

  #handOver(before: Viewer | undefined): void {
    if (before !== undefined) this.#cancelGesturesOf(before);
    this.#notifyRoles();
  }

  /** A finger that was down when its viewer left the stream must not stay down on the phone. */
  #leaveStream(viewer: Viewer): void {
    if (this.#seat.holder === viewer) this.#cancelGesturesOf(viewer);
    this.#streams.get(viewer.quality)?.remove(viewer);
  }

  /** Returns the quality that the viewer was waiting for. */
  #dropRequestedQuality(viewer: Viewer): StreamQuality | undefined {
    const requested = this.#requestedQualities.get(viewer);
    this.#requestedQualities.delete(viewer);
    if (requested !== undefined) this.#streams.get(requested)?.remove(viewer);
    return requested;
  }

  #cancelGesturesOf(viewer: Viewer): void {
    this.#streams.get(viewer.quality)?.control(cancelGestures);
  }

  #streamOf(quality: StreamQuality): DeviceStream {
    const known = this.#streams.get(quality);
    if (known !== undefined) return known;
    const stream = new DeviceStream({
      quality,
      now: this.#options.now,
      meter: this.meter,
      openChannel: () => this.#options.openChannel(this.place, quality),
      onIdle: () => {
        if (this.#streams.get(quality) === stream) this.#streams.delete(quality);
        this.#endIfEmpty();
      },
    });
    this.#streams.set(quality, stream);
    return stream;
  }

  #notifyRoles(): void {
    for (const viewer of this.#viewers) {
      const role = this.#seat.holder === viewer ? 'controlling' : 'watching';
      // Only the phone's customer gets tickets for it, so another holder is another window of theirs.
      const kind = role === 'controlling' ? 'this_window' : this.#seat.isFree ? 'nobody' : 'own_window';
      viewer.notify({ type: 'role', role, viewers: this.#seat.viewerCount, holder: { kind } });
    }
  }

  #endIfEmpty(): void {
    if (this.#viewers.size + this.#ahead.size === 0 && this.#streams.size === 0) this.#onEmpty();
  }
}

export class Relay {
  readonly meter = new RelayMeter();
  readonly #options: RelayOptions & { meter: RelayMeter };
  readonly #devices = new Map<string, DeviceRelay>();

  constructor(options: RelayOptions) {
    this.#options = { ...options, meter: this.meter };
  }

  /** The number of viewers on this node, and the running captures of each quality. */
  count(): { viewers: number; captures: Record<StreamQuality, number> } {
    const captures = Object.fromEntries(streamQuality.options.map((quality) => [quality, 0])) as Record<
      StreamQuality,
      number
    >;
    let viewers = 0;
    for (const device of this.#devices.values()) {
      viewers += device.viewerCount;
      for (const quality of device.liveQualities) captures[quality] += 1;
    }
    return { viewers, captures };
  }

  /** The assignments whose phones are watched on this node. */
  listWatched(): string[] {
    return [...this.#devices.values()].filter((one) => one.isWatched).map((one) => one.place.assignmentId);
  }

  addViewer(place: StreamPlace, socket: WebSocket, options: Omit<ViewerOptions, 'now'>): void {
    const key = keyOf(place);
    let device = this.#devices.get(key);
    if (device === undefined) {
      device = new DeviceRelay(place, this.#options, () => this.#devices.delete(key));
      this.#devices.set(key, device);
    }
    new Viewer(socket, device, { ...options, now: this.#options.now });
  }

  receiveSeatEvent(place: StreamPlace, event: SeatEvent): void {
    this.#devices.get(keyOf(place))?.receiveSeatEvent(event);
  }

  /** Whether viewers of other nodes watch a device that is watched here. */
  hasViewersElsewhere(): boolean {
    return [...this.#devices.values()].some((device) => device.hasViewersElsewhere);
  }

  /** Nodes that are not in `living` are gone, and their viewers with them. */
  keepNodes(living: ReadonlySet<string>): void {
    for (const device of this.#devices.values()) device.keepNodes(living);
  }

  /** Ends all captures of a rental. Captures of the next rental go on. */
  endAssignment(assignmentId: string): void {
    for (const device of [...this.#devices.values()]) {
      if (device.place.assignmentId === assignmentId) device.stop();
    }
  }

  /** The end of a rental has moved: its viewers show the new one. */
  notifyEnd(assignmentId: string, expiresAt: string | null): void {
    for (const device of this.#devices.values()) {
      if (device.place.assignmentId === assignmentId)
        device.notifyAll({ type: 'expires', expires_at: expiresAt });
    }
  }

  /** These devices may be reachable again. */
  devicesChanged(deviceIds: readonly string[]): void {
    for (const device of this.#devices.values()) {
      if (deviceIds.includes(device.place.deviceId)) device.retryNow();
    }
  }

  stop(): void {
    for (const device of [...this.#devices.values()]) device.stop();
  }
}

function keyOf({ deviceId, assignmentId }: StreamPlace): string {
  return `${assignmentId} ${deviceId}`;
}
