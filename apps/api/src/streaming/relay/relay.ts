// Joins an agent's channels with viewers, device by device. Knows no orders, payments or SQL: it is told who
// may do what, and closes nobody by itself but the slow and the wrong.
import { type StreamQuality, streamQuality, type ViewerNotice } from '@pocketfleet/contract';
import { encodeControlMessage } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { DeviceStream } from './device-stream.ts';
import { RelayMeter } from './relay-meter.ts';
import { type SeatNews, SharedSeat } from './shared-seat.ts';
import { Viewer, type ViewerOptions } from './viewer.ts';

/** What is streamed: a device for one tenancy. The next tenant's viewers never meet what this one's left. */
export type StreamPlace = { readonly deviceId: string; readonly assignmentId: string };

export type RelayOptions = {
  readonly now: () => number;
  readonly nodeId: string;
  readonly openChannel: (place: StreamPlace, quality: StreamQuality) => Promise<WebSocket>;
  /** Tells all nodes, this one included, who controls; they hear it in one order. */
  readonly publishSeat: (place: StreamPlace, news: SeatNews) => void;
};

const cancelGestures = encodeControlMessage({ type: 'cancel_gestures' });

/** All of one device and tenancy on this node: a stream for each quality, its viewers, and who controls. */
export class DeviceRelay {
  readonly place: StreamPlace;
  readonly meter: RelayMeter;
  readonly #options: RelayOptions;
  readonly #onEmpty: () => void;
  readonly #streams = new Map<StreamQuality, DeviceStream>();
  readonly #viewers = new Set<Viewer>();
  /** Who is sent packets ahead of a click and doesn't count as a viewer yet. */
  readonly #ahead = new Set<Viewer>();
  /** What viewers wait for while they watch another quality. */
  readonly #wishes = new Map<Viewer, StreamQuality>();
  readonly #seat: SharedSeat<Viewer>;

  constructor(place: StreamPlace, options: RelayOptions & { meter: RelayMeter }, onEmpty: () => void) {
    this.place = place;
    this.meter = options.meter;
    this.#options = options;
    this.#onEmpty = onEmpty;
    this.#seat = new SharedSeat(this.#viewers, {
      nodeId: options.nodeId,
      now: options.now,
      publish: (news) => options.publishSeat(place, news),
      onChanged: (before) => this.#handOver(before),
    });
  }

  join(viewer: Viewer): void {
    if (viewer.isAhead) this.#ahead.add(viewer);
    else this.#count(viewer);
    if (!viewer.isPaused) this.#streamOf(viewer.quality).add(viewer);
    if (!viewer.isAhead) this.#tellRoles();
  }

  /** Who was ahead of his click is here. */
  arrive(viewer: Viewer): void {
    viewer.isAhead = false;
    if (!this.#ahead.delete(viewer)) return;
    this.#count(viewer);
    this.#tellRoles();
  }

  leave(viewer: Viewer): void {
    const wasCounted = this.#viewers.delete(viewer);
    if (!this.#ahead.delete(viewer) && !wasCounted) return;
    if (this.#seat.leave(viewer)) this.#cancelGesturesOf(viewer);
    this.#dropWish(viewer);
    this.#streams.get(viewer.quality)?.remove(viewer);
    if (wasCounted) this.#countGone();
    this.#endIfEmpty();
  }

  /** Answers the socket that the message went into while that is full. */
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

  /** A viewer keeps the picture that he has until the other quality has one. His last wish counts. */
  setQuality(viewer: Viewer, quality: StreamQuality): void {
    if ((this.#wishes.get(viewer) ?? viewer.quality) === quality) return;
    this.#dropWish(viewer);
    if (viewer.isPaused) viewer.quality = quality;
    if (viewer.quality === quality) return;
    this.#wishes.set(viewer, quality);
    if (quality === 'lean') viewer.queue.drain();
    this.#streamOf(quality).prepare(viewer, () => {
      this.#wishes.delete(viewer);
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
      viewer.quality = this.#dropWish(viewer) ?? viewer.quality;
    } else this.#streamOf(viewer.quality).add(viewer);
  }

  askForKeyPacket(viewer: Viewer): void {
    this.#streams.get(viewer.quality)?.askForKeyPacket();
  }

  heardSeat(news: SeatNews): void {
    this.#seat.heard(news);
  }

  get viewerCount(): number {
    return this.#viewers.size;
  }

  /** The qualities that a channel brings now. */
  get liveQualities(): StreamQuality[] {
    return [...this.#streams].filter(([, stream]) => stream.isLive).map(([quality]) => quality);
  }

  get hasNeighbours(): boolean {
    return this.#seat.hasNeighbours;
  }

  keepNodes(living: ReadonlySet<string>): void {
    this.#seat.keepNodes(living);
  }

  tell(notice: ViewerNotice): void {
    for (const viewer of [...this.#viewers, ...this.#ahead]) viewer.notify(notice);
  }

  /** The phone may be back: streams that wait for it try now. */
  tryNow(): void {
    for (const stream of this.#streams.values()) stream.tryNow();
  }

  stop(): void {
    for (const stream of [...this.#streams.values()]) stream.stop();
  }

  #count(viewer: Viewer): void {
    this.#viewers.add(viewer);
    if (viewer.mayControl) this.#seat.takeIfFree(viewer);
    if (this.#viewers.size === 1) this.#seat.ask();
    else this.#seat.count();
  }

  #countGone(): void {
    if (this.#viewers.size === 0) this.#seat.close();
    else this.#seat.count();
    this.#tellRoles();
  }

  #handOver(before: Viewer | undefined): void {
    if (before !== undefined) this.#cancelGesturesOf(before);
    this.#tellRoles();
  }

  /** A finger that was down when its viewer went elsewhere must not stay down. */
  #leaveStream(viewer: Viewer): void {
    if (this.#seat.holder === viewer) this.#cancelGesturesOf(viewer);
    this.#streams.get(viewer.quality)?.remove(viewer);
  }

  /** Answers the quality that the viewer was waiting for. */
  #dropWish(viewer: Viewer): StreamQuality | undefined {
    const wish = this.#wishes.get(viewer);
    this.#wishes.delete(viewer);
    if (wish !== undefined) this.#streams.get(wish)?.remove(viewer);
    return wish;
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
      openChannel: (which) => this.#options.openChannel(this.place, which),
      onIdle: () => {
        if (this.#streams.get(quality) === stream) this.#streams.delete(quality);
        this.#endIfEmpty();
      },
    });
    this.#streams.set(quality, stream);
    return stream;
  }

  #tellRoles(): void {
    for (const viewer of this.#viewers) {
      const role = this.#seat.holder === viewer ? 'controlling' : 'watching';
      viewer.notify({ type: 'role', role, viewers: this.#seat.viewerCount });
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

  /** How many watch here, and how many captures of each quality are running for them. */
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

  addViewer(place: StreamPlace, socket: WebSocket, options: Omit<ViewerOptions, 'now'>): void {
    const key = keyOf(place);
    let device = this.#devices.get(key);
    if (device === undefined) {
      device = new DeviceRelay(place, this.#options, () => this.#devices.delete(key));
      this.#devices.set(key, device);
    }
    new Viewer(socket, device, { ...options, now: this.#options.now });
  }

  heardSeat(place: StreamPlace, news: SeatNews): void {
    this.#devices.get(keyOf(place))?.heardSeat(news);
  }

  /** Whether viewers of other nodes watch a device that is watched here. */
  hasNeighbours(): boolean {
    return [...this.#devices.values()].some((device) => device.hasNeighbours);
  }

  /** Nodes that are not named are gone, and with them their viewers. */
  keepNodes(living: ReadonlySet<string>): void {
    for (const device of this.#devices.values()) device.keepNodes(living);
  }

  /** Ends the captures of a tenancy, whoever watches: it is over. Those of the next one go on. */
  endAssignment(assignmentId: string): void {
    for (const device of [...this.#devices.values()]) {
      if (device.place.assignmentId === assignmentId) device.stop();
    }
  }

  /** The end of a tenancy has moved: its viewers show it. */
  tellEnd(assignmentId: string, expiresAt: string | null): void {
    for (const device of this.#devices.values()) {
      if (device.place.assignmentId === assignmentId) device.tell({ type: 'expires', expires_at: expiresAt });
    }
  }

  /** These devices may be back. */
  devicesChanged(deviceIds: readonly string[]): void {
    for (const device of this.#devices.values()) {
      if (deviceIds.includes(device.place.deviceId)) device.tryNow();
    }
  }

  stop(): void {
    for (const device of [...this.#devices.values()]) device.stop();
  }
}

function keyOf({ deviceId, assignmentId }: StreamPlace): string {
  return `${assignmentId} ${deviceId}`;
}
