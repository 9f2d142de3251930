// A websocket that a test holds in its hand.
import { EventEmitter } from 'node:events';

/** A websocket whose other side reads only when `isReading`. */
export class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly CLOSED = 3;
  pings = 0;
  readyState = 1;
  isPaused = false;
  isReading = true;
  bufferedAmount = 0;
  readonly sent: (string | Uint8Array)[] = [];
  closeCode: number | undefined;

  send(data: string | Uint8Array, ...rest: unknown[]): void {
    this.sent.push(data);
    const onTaken = rest.at(-1);
    if (!this.isReading) this.bufferedAmount += data.length;
    else if (typeof onTaken === 'function') onTaken();
  }
  ping(): void {
    this.pings += 1;
    if (this.isReading) this.emit('pong');
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  close(code = 1000): void {
    this.closeCode ??= code;
    this.terminate();
  }
  terminate(): void {
    if (this.readyState === this.CLOSED) return;
    this.readyState = this.CLOSED;
    this.emit('close', this.closeCode ?? 1006);
  }
  hear(data: string | Uint8Array): void {
    this.emit('message', Buffer.from(data), typeof data !== 'string');
  }
  notices(): { type: string; state?: string; detail?: string; role?: string }[] {
    return this.sent.filter((data) => typeof data === 'string').map((text) => JSON.parse(text as string));
  }
  packets(): Uint8Array[] {
    return this.sent.filter((data) => typeof data !== 'string');
  }
  phoneStates(): (string | undefined)[] {
    return this.notices().flatMap((notice) => (notice.type === 'phone' ? [notice.state] : []));
  }
}
