// Joins an agent's channels with viewers, device by device. Knows no orders, payments or SQL: it is told who
// may do what, and closes nobody by itself but the slow and the wrong.
import type { StreamQuality } from '@pocketfleet/contract';
import { encodeControlMessage } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { ControlSeat } from './control-seat.ts';
import { DeviceStream } from './device-stream.ts';
import { Viewer, type ViewerOptions } from './viewer.ts';

export type RelayOptions = {
  readonly now: () => number;
  readonly openChannel: (deviceId: string, quality: StreamQuality) => Promise<WebSocket>;
};

const cancelGestures = encodeControlMessage({ type: 'cancel_gestures' });

/** All of one device on this node: a stream for each quality, its viewers, and who controls. */
export class DeviceRelay {
  readonly #deviceId: string;
  readonly #options: RelayOptions;
  readonly #onEmpty: () => void;
  readonly #streams = new Map<StreamQuality, DeviceStream>();
  readonly #viewers = new Set<Viewer>();
  readonly #seat: ControlSeat<Viewer>;

  constructor(deviceId: string, options: RelayOptions, onEmpty: () => void) {
    this.#deviceId = deviceId;
    this.#options = options;
    this.#onEmpty = onEmpty;
    this.#seat = new ControlSeat(options.now);
  }

  get isActive(): boolean {
    return [...this.#streams.values()].some((stream) => stream.isActive);
  }

  join(viewer: Viewer): void {
    this.#viewers.add(viewer);
    if (viewer.mayControl && this.#seat.holder === undefined) this.#seat.take(viewer);
    this.#streamOf(viewer.quality).add(viewer);
    this.#tellRoles();
  }

  leave(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer)) return;
    if (this.#seat.leave(viewer)) this.#streams.get(viewer.quality)?.control(cancelGestures);
    this.#streams.get(viewer.quality)?.remove(viewer);
    this.#tellRoles();
    this.#endIfEmpty();
  }

  control(viewer: Viewer, bytes: Uint8Array): void {
    const outcome = this.#seat.use(viewer);
    if (outcome === 'refused') return;
    if (outcome === 'taken') this.#tellRoles();
    this.#streams.get(viewer.quality)?.control(bytes);
  }

  takeControl(viewer: Viewer): void {
    const before = this.#seat.holder;
    if (!this.#seat.take(viewer)) return;
    if (before !== undefined) this.#streams.get(before.quality)?.control(cancelGestures);
    this.#tellRoles();
  }

  setQuality(viewer: Viewer, quality: StreamQuality): void {
    if (viewer.quality === quality) return;
    this.#streams.get(viewer.quality)?.remove(viewer);
    viewer.quality = quality;
    if (!viewer.isPaused) this.#streamOf(quality).add(viewer);
  }

  /** A paused viewer costs its phone nothing: it leaves the capture and comes back to a key packet. */
  setPaused(viewer: Viewer, isPaused: boolean): void {
    if (viewer.isPaused === isPaused) return;
    viewer.isPaused = isPaused;
    if (isPaused) this.#streams.get(viewer.quality)?.remove(viewer);
    else this.#streamOf(viewer.quality).add(viewer);
  }

  askForKeyPacket(viewer: Viewer): void {
    this.#streams.get(viewer.quality)?.askForKeyPacket();
  }

  stop(): void {
    for (const stream of [...this.#streams.values()]) stream.stop();
  }

  #streamOf(quality: StreamQuality): DeviceStream {
    const known = this.#streams.get(quality);
    if (known !== undefined) return known;
    const stream = new DeviceStream({
      deviceId: this.#deviceId,
      quality,
      now: this.#options.now,
      openChannel: this.#options.openChannel,
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
      viewer.notify({ type: 'role', role, viewers: this.#viewers.size });
    }
  }

  #endIfEmpty(): void {
    if (this.#viewers.size === 0 && this.#streams.size === 0) this.#onEmpty();
  }
}

export class Relay {
  readonly #options: RelayOptions;
  readonly #devices = new Map<string, DeviceRelay>();

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  isActive(deviceId: string): boolean {
    return this.#devices.get(deviceId)?.isActive ?? false;
  }

  addViewer(deviceId: string, socket: WebSocket, options: Omit<ViewerOptions, 'now'>): void {
    let device = this.#devices.get(deviceId);
    if (device === undefined) {
      device = new DeviceRelay(deviceId, this.#options, () => this.#devices.delete(deviceId));
      this.#devices.set(deviceId, device);
    }
    new Viewer(socket, device, { ...options, now: this.#options.now });
  }

  /** Ends the captures of a device, whoever watches: its assignment is over. */
  endDevice(deviceId: string): void {
    this.#devices.get(deviceId)?.stop();
  }

  stop(): void {
    for (const device of [...this.#devices.values()]) device.stop();
  }
}
