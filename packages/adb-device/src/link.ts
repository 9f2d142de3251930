import type { Socket } from 'node:net';

/** Faults of the connection. They are read at each use, so a test can change them while a host is connected. */
export interface LinkQuality {
  /** Bytes per second in each direction; undefined is unlimited. */
  bytesPerSecond: number | undefined;
  /** The connection stays open, but no byte is delivered in either direction. */
  frozen: boolean;
}

const HIGH_WATER_BYTES = 4 * 1024 * 1024;
/** A peer that never reads is disconnected when this much is queued for it. */
const LIMIT_BYTES = 64 * 1024 * 1024;
const TICK_MS = 20;
const FROZEN_TICK_MS = 100;

/** A socket with a bounded send queue, and with delays while the link is slow or frozen. */
export class Link {
  private readonly socket: Socket;
  private readonly quality: LinkQuality;
  private queue: Uint8Array[] = [];
  private queuedBytes = 0;
  private timer: NodeJS.Timeout | null = null;
  private resumeTimer: NodeJS.Timeout | null = null;
  private held: Buffer[] = [];
  private waiters: { resolve: () => void; reject: (error: Error) => void }[] = [];
  private dead = false;

  constructor(socket: Socket, quality: LinkQuality, onData: (chunk: Buffer) => void) {
    this.socket = socket;
    this.quality = quality;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk, onData));
    socket.on('drain', () => this.wake());
    socket.on('close', () => this.die());
    socket.on('error', () => socket.destroy());
  }

  send(header: Uint8Array, payload: Uint8Array | undefined): void {
    if (this.dead) return;
    if (!this.quality.frozen && this.quality.bytesPerSecond === undefined && this.queue.length === 0) {
      this.socket.cork();
      this.socket.write(header);
      if (payload !== undefined && payload.length > 0) this.socket.write(payload);
      this.socket.uncork();
    } else {
      this.enqueue(header);
      if (payload !== undefined && payload.length > 0) this.enqueue(payload);
    }
    if (this.socket.writableLength + this.queuedBytes > LIMIT_BYTES) this.socket.destroy();
  }

  drained(): Promise<void> {
    if (this.dead) return Promise.reject(new Error('link closed'));
    if (!this.isFull()) return Promise.resolve();
    return new Promise((resolve, reject) => this.waiters.push({ resolve, reject }));
  }

  destroy(): void {
    this.socket.destroy();
    this.die();
  }

  private isFull(): boolean {
    return this.socket.writableLength + this.queuedBytes > HIGH_WATER_BYTES;
  }

  private receive(chunk: Buffer, onData: (chunk: Buffer) => void): void {
    if (this.dead) return;
    const rate = this.quality.bytesPerSecond;
    if (this.quality.frozen || this.held.length > 0) {
      this.held.push(chunk);
      this.socket.pause();
      this.resumeLater(FROZEN_TICK_MS, onData);
      return;
    }
    if (rate !== undefined) {
      this.socket.pause();
      this.resumeLater(Math.max(1, (chunk.length / rate) * 1000), onData);
    }
    onData(chunk);
  }

  private resumeLater(delayMs: number, onData: (chunk: Buffer) => void): void {
    if (this.resumeTimer !== null) return;
    this.resumeTimer = setTimeout(() => {
      this.resumeTimer = null;
      if (this.dead) return;
      if (this.quality.frozen) {
        this.resumeLater(FROZEN_TICK_MS, onData);
        return;
      }
      for (const chunk of this.held.splice(0)) onData(chunk);
      this.socket.resume();
    }, delayMs);
  }

  private enqueue(bytes: Uint8Array): void {
    this.queue.push(bytes);
    this.queuedBytes += bytes.length;
    this.timer ??= setTimeout(() => this.flush(), TICK_MS);
  }

  private flush(): void {
    this.timer = null;
    if (this.dead) return;
    let budget = this.budget();
    while (budget > 0 && this.queue.length > 0) {
      const bytes = this.queue.shift();
      if (bytes === undefined) break;
      const now = bytes.subarray(0, budget);
      this.socket.write(now);
      budget -= now.length;
      this.queuedBytes -= now.length;
      if (now.length < bytes.length) this.queue.unshift(bytes.subarray(now.length));
    }
    if (this.queue.length > 0) this.timer = setTimeout(() => this.flush(), TICK_MS);
    this.wake();
  }

  private budget(): number {
    if (this.quality.frozen) return 0;
    const rate = this.quality.bytesPerSecond;
    return rate === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor((rate * TICK_MS) / 1000));
  }

  private wake(): void {
    if (this.isFull()) return;
    for (const waiter of this.waiters.splice(0)) waiter.resolve();
  }

  private die(): void {
    if (this.dead) return;
    this.dead = true;
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.resumeTimer !== null) clearTimeout(this.resumeTimer);
    this.queue = [];
    this.held = [];
    for (const waiter of this.waiters.splice(0)) waiter.reject(new Error('link closed'));
  }
}
