// What the relay counts. Plain numbers, because this happens for every packet.

/**
 * `channel`: from asking for a phone's channel until its agent dialled in. `first_picture`: from a viewer's
 * arrival, or its return from a pause, until video was sent to it. `send`: from handing a packet over until the
 * system took it for that viewer.
 */
export type Stage = 'channel' | 'first_picture' | 'send';

/** One in so many packets is timed. */
const sampleEvery = 16;

export class RelayMeter {
  readonly packets = { video: 0, audio: 0, other: 0 };
  bytesFromPhones = 0;
  bytesToViewers = 0;
  /** Video packets that a slow viewer was not sent. */
  skippedPackets = 0;
  /** Viewers that took nothing any more and were cut off. */
  droppedViewers = 0;
  /** Channels that ended, and wishes for one that failed, while somebody watched. */
  lostChannels = 0;
  controlMessages = 0;
  /** Told each delay; set by whoever publishes them. */
  onDelay: (stage: Stage, ms: number) => void = () => undefined;
  #sent = 0;

  /** Whether the packet that is sent now is one to be timed. */
  isSample(): boolean {
    this.#sent = (this.#sent + 1) % sampleEvery;
    return this.#sent === 0;
  }
}
