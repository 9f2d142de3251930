// Decides what of a recording may be written after a stored secret was typed on the phone (decision 175). Until then everything
// is written at once. Afterwards items wait for a reading of the screen that shows no secret. Times are of the recording.
const echoMs = 2_000;
const maxWaitMs = 10_000;
const maxWaitingBytes = 16 * 1024 * 1024;

export interface Veiled {
  readonly atMs: number;
  readonly bytes: number;
}

export interface VeilOptions<Item> {
  readonly now: () => number;
  readonly write: (item: Item) => void;
  readonly onGap: (gap: {
    readonly fromMs: number;
    readonly untilMs: number;
    readonly secret: string;
  }) => void;
  /** Items were discarded, and what is added from now on must not depend on them. */
  readonly onOpened: () => void;
}

export class Veil<Item extends Veiled> {
  readonly #options: VeilOptions<Item>;
  #isGuarded = false;
  #gap: { readonly fromMs: number; readonly secret: string } | undefined;
  #typing = 0;
  #openableMs = 0;
  #cleanMs: number;
  #waiting: Item[] = [];
  #waitingBytes = 0;

  constructor(options: VeilOptions<Item>) {
    this.#options = options;
    this.#cleanMs = options.now();
  }

  get isClosed(): boolean {
    return this.#gap !== undefined;
  }

  add(item: Item): void {
    if (this.#gap !== undefined) return;
    if (!this.#isGuarded) {
      this.#options.write(item);
      return;
    }
    this.#waiting.push(item);
    this.#waitingBytes += item.bytes;
    if (this.#waitingBytes > maxWaitingBytes) this.#close('');
  }

  /** A secret was typed on this phone: from now on, what is added waits for a reading. */
  guard(): void {
    if (this.#isGuarded) return;
    this.#isGuarded = true;
    this.#cleanMs = this.#options.now();
  }

  /** Before the first character is typed. */
  beginSecret(name: string): void {
    this.#typing += 1;
    this.guard();
    this.#close(name);
  }

  endSecret(): void {
    this.#typing -= 1;
    // Phones show the last character of a masked text for a moment.
    this.#openableMs = this.#options.now() + echoMs;
  }

  /** `startedAtMs`: what the reading shows was on the screen then or later. */
  read(startedAtMs: number, showsSecret: boolean): void {
    if (!this.#isGuarded) return;
    if (showsSecret) {
      this.#close('');
      this.#openableMs = Math.max(this.#openableMs, startedAtMs);
      return;
    }
    if (this.#gap === undefined) {
      this.#cleanMs = Math.max(this.#cleanMs, startedAtMs);
      this.#writeUntil(startedAtMs);
    } else if (this.#typing === 0 && startedAtMs >= this.#openableMs) this.#open(startedAtMs);
  }

  /** To be called now and then: what waits for a reading does not wait for ever. */
  check(): void {
    if (this.#isGuarded && this.#options.now() - this.#cleanMs > maxWaitMs) this.#close('');
  }

  /** Nothing more comes: what was not proven is discarded. */
  end(): void {
    if (this.#isGuarded && this.#waiting.length > 0) this.#close('');
    if (this.#gap !== undefined) this.#open(this.#options.now());
  }

  #close(secret: string): void {
    const fromMs = this.#gap?.fromMs ?? Math.min(this.#cleanMs, this.#options.now());
    this.#gap = { fromMs, secret: secret || this.#gap?.secret || '' };
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #open(untilMs: number): void {
    const gap = this.#gap;
    this.#gap = undefined;
    this.#cleanMs = untilMs;
    if (gap === undefined) return;
    this.#options.onGap({ ...gap, untilMs: Math.max(untilMs, gap.fromMs) });
    this.#options.onOpened();
  }

  #writeUntil(ms: number): void {
    while (this.#waiting[0] !== undefined && this.#waiting[0].atMs <= ms) {
      const item = this.#waiting.shift() as Item;
      this.#waitingBytes -= item.bytes;
      this.#options.write(item);
    }
  }
}
