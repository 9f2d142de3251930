// Joins agents' channels with viewers, device by device. Knows no orders, payments or SQL: the caller says what a viewer
// may do. The relay itself closes only viewers that are too slow or break the protocol.
import { type StreamQuality, streamQuality } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import type { DeviceSeatChange } from './control-plane.ts';
import { DeviceRelay } from './device-relay.ts';
import { RelayMeter } from './relay-meter.ts';
import type { RelayOptions, StreamPlace } from './relay-options.ts';
import type { SeatEvent } from './shared-seat.ts';
import { Viewer, type ViewerOptions } from './viewer.ts';

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

  addViewer(place: StreamPlace, socket: WebSocket, options: Omit<ViewerOptions, 'now' | 'rtpPort'>): void {
    const key = keyOf(place);
    let device = this.#devices.get(key);
    if (device === undefined) {
      device = new DeviceRelay(place, this.#options, () => this.#devices.delete(key));
      this.#devices.set(key, device);
    }
    new Viewer(socket, device, { ...options, now: this.#options.now, rtpPort: this.#options.rtpPort?.() });
  }

  receiveSeatEvent(place: StreamPlace, event: SeatEvent): void {
    this.#devices.get(keyOf(place))?.receiveSeatEvent(event);
  }

  receiveDeviceSeat(place: StreamPlace, change: DeviceSeatChange): void {
    this.#devices.get(keyOf(place))?.receiveDeviceSeat(change);
  }

  /** Events may have been missed. */
  readDeviceSeats(): void {
    for (const device of this.#devices.values()) {
      device.readDeviceSeat();
      device.readRecorded();
    }
  }

  /** Other relays may have forgotten the viewers here, and who of them has control. */
  askForControl(): void {
    for (const device of this.#devices.values()) device.askForControl();
  }

  /** Streams that wait for their phones retry now. */
  retryNow(): void {
    for (const device of this.#devices.values()) device.retryNow();
  }

  /** Recording of this phone has begun or ended. */
  readRecorded(deviceId: string): void {
    for (const device of this.#devices.values()) {
      if (device.place.deviceId === deviceId) device.readRecorded();
    }
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
