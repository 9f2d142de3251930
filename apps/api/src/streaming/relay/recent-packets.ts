// The packets that a new viewer starts with: the configurations, the last key packet and all packets after it. Bounded:
// when a capture sends no key packet for too long nothing is kept, and the next viewer's relay requests a key packet.
const maxBytes = 2 * 1024 * 1024;
const maxPackets = 900;

export class RecentPackets {
  #videoConfig: Uint8Array | undefined;
  #audioConfig: Uint8Array | undefined;
  #sinceKey: Uint8Array[] = [];
  #bytes = 0;

  /** True when these packets show a new viewer a picture. */
  get isComplete(): boolean {
    return this.#videoConfig !== undefined && this.#sinceKey.length > 0;
  }

  /** Counts the last key packet and the packets after it. */
  get packetCount(): number {
    return this.#sinceKey.length;
  }

  /** The bytes that a new viewer is sent at once. */
  get byteLength(): number {
    return this.#bytes;
  }

  addVideoConfig(bytes: Uint8Array): void {
    this.#videoConfig = bytes;
    this.#clearPackets();
  }

  addAudioConfig(bytes: Uint8Array): void {
    this.#audioConfig = bytes;
  }

  addVideo(bytes: Uint8Array, isKey: boolean): void {
    if (isKey) this.#clearPackets();
    else if (this.#sinceKey.length === 0) return;
    if (this.#bytes + bytes.length > maxBytes || this.#sinceKey.length >= maxPackets) {
      this.#clearPackets();
      return;
    }
    this.#sinceKey.push(bytes);
    this.#bytes += bytes.length;
  }

  /** In the order in which they must be sent. */
  all(): readonly Uint8Array[] {
    const configurations = [this.#videoConfig, this.#audioConfig].filter((bytes) => bytes !== undefined);
    return [...configurations, ...this.#sinceKey];
  }

  /** Call when another capture begins: the packets of the previous one can't be decoded together with its packets. */
  clear(): void {
    this.#videoConfig = undefined;
    this.#audioConfig = undefined;
    this.#clearPackets();
  }

  #clearPackets(): void {
    this.#sinceKey = [];
    this.#bytes = 0;
  }
}
