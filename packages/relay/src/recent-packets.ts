// The packets that a new viewer starts with: the configurations, the last key packet and all packets after it. Bounded:
// when a capture sends no key packet for too long nothing is kept, and the next viewer's relay requests a key packet.
const maxBytes = 2 * 1024 * 1024;
const maxPackets = 900;
const firstBytes = 64 * 1024;

export class RecentPackets {
  #videoConfig: Uint8Array | undefined;
  #audioConfig: Uint8Array | undefined;
  /**
   * Copies of the packets, one after the other. Kept as they came, the packets would outlive V8's young generation, and a
   * good part of the relay's time would go into collecting them.
   */
  #sinceKey: Buffer = Buffer.alloc(0);
  #ends: number[] = [];

  /** True when these packets show a new viewer a picture. */
  get isComplete(): boolean {
    return this.#videoConfig !== undefined && this.#ends.length > 0;
  }

  /** Counts the last key packet and the packets after it. */
  get packetCount(): number {
    return this.#ends.length;
  }

  /** The bytes that a new viewer is sent at once. */
  get byteLength(): number {
    return this.#ends.at(-1) ?? 0;
  }

  addVideoConfig(bytes: Uint8Array): void {
    this.#videoConfig = Buffer.from(bytes);
    this.#ends = [];
  }

  addAudioConfig(bytes: Uint8Array): void {
    this.#audioConfig = Buffer.from(bytes);
  }

  addVideo(bytes: Uint8Array, isKey: boolean): void {
    if (isKey) this.#ends = [];
    else if (this.#ends.length === 0) return;
    const start = this.byteLength;
    const end = start + bytes.length;
    if (end > maxBytes || this.#ends.length >= maxPackets) {
      this.#ends = [];
      return;
    }
    if (end > this.#sinceKey.length) this.#grow(end);
    this.#sinceKey.set(bytes, start);
    this.#ends.push(end);
  }

  /** In the order in which they must be sent. Copies: the packets may wait in a viewer's queue while newer ones are added here. */
  all(): readonly Uint8Array[] {
    const configurations = [this.#videoConfig, this.#audioConfig].filter((bytes) => bytes !== undefined);
    const packets = Buffer.from(this.#sinceKey.subarray(0, this.byteLength));
    return [
      ...configurations,
      ...this.#ends.map((end, index) => packets.subarray(this.#ends[index - 1] ?? 0, end)),
    ];
  }

  /** Call when another capture begins: the packets of the previous one can't be decoded together with its packets. */
  clear(): void {
    this.#videoConfig = undefined;
    this.#audioConfig = undefined;
    this.#sinceKey = Buffer.alloc(0);
    this.#ends = [];
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(
      Math.min(maxBytes, Math.max(firstBytes, needed, 2 * this.#sinceKey.length)),
    );
    this.#sinceKey.copy(grown);
    this.#sinceKey = grown;
  }
}
