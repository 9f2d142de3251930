// What a new viewer needs at hand: the configurations, the last key packet and all since. Bounded: a capture
// that sends no key packet for long is not kept; the next viewer then has one asked for.
const maxBytes = 2 * 1024 * 1024;
const maxPackets = 900;

export class RecentPackets {
  #videoConfig: Uint8Array | undefined;
  #audioConfig: Uint8Array | undefined;
  #sinceKey: Uint8Array[] = [];
  #bytes = 0;

  /** True when a new viewer can be shown a picture from what is here. */
  get isComplete(): boolean {
    return this.#videoConfig !== undefined && this.#sinceKey.length > 0;
  }

  /** The last key packet and those since. */
  get packetCount(): number {
    return this.#sinceKey.length;
  }

  /** How much would be sent at once to who begins here. */
  get byteLength(): number {
    return this.#bytes;
  }

  addVideoConfig(bytes: Uint8Array): void {
    this.#videoConfig = bytes;
    this.#forget();
  }

  addAudioConfig(bytes: Uint8Array): void {
    this.#audioConfig = bytes;
  }

  addVideo(bytes: Uint8Array, isKey: boolean): void {
    if (isKey) this.#forget();
    else if (this.#sinceKey.length === 0) return;
    if (this.#bytes + bytes.length > maxBytes || this.#sinceKey.length >= maxPackets) {
      this.#forget();
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

  /** Another capture begins: nothing of the one before may be shown with it. */
  clear(): void {
    this.#videoConfig = undefined;
    this.#audioConfig = undefined;
    this.#forget();
  }

  #forget(): void {
    this.#sinceKey = [];
    this.#bytes = 0;
  }
}
