// The relay's counters. They are plain numbers because every packet changes them.
import type { PacketKind } from '@pocketfleet/stream-protocol';

/**
 * `channel`: from the request for a phone's channel until its agent has dialled in. `first_picture`: from a viewer's
 * arrival, or its return from a pause, until video is sent to it. `send`: from writing a packet to the viewer's socket
 * until the operating system has taken it.
 */
export type Stage = 'channel' | 'first_picture' | 'send';

/** One packet in so many is timed. */
const sampleEvery = 16;

export class RelayMeter {
  readonly packets = { video: 0, audio: 0, other: 0 };
  bytesFromPhones = 0;
  bytesToViewers = 0;
  /** Video packets that were not sent because their viewer was too slow. */
  skippedPackets = 0;
  /** Viewers that were cut off because they took no more data. */
  droppedViewers = 0;
  /** Channels that ended, and requests for a channel that failed, while a viewer watched. */
  lostChannels = 0;
  controlMessages = 0;
  /** Receives each delay; the metrics set it. */
  onDelay: (stage: Stage, ms: number) => void = () => undefined;
  #sent = 0;

  /** A packet has come from a phone. */
  countPacket(kind: PacketKind, length: number): void {
    this.bytesFromPhones += length;
    if (kind === 'video' || kind === 'audio') this.packets[kind] += 1;
    else this.packets.other += 1;
  }

  /** Whether the packet that is being sent is to be timed. */
  isSample(): boolean {
    this.#sent = (this.#sent + 1) % sampleEvery;
    return this.#sent === 0;
  }
}
