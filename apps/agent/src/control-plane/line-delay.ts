// How much longer than at its best the host's line takes now. A stream's own packets tell it too late: much of what waits for a
// slow line waits unseen in the buffers of this computer and its router. So a ping passes behind them, to the relay and back.
import type { WebSocket } from 'ws';

/**
 * Twice in a row, so that one moment in which this computer was busy tells nothing of its line. The times of a long line vary
 * more than those of a short one while nothing waits for it, so it is late after twice its best time.
 */
const leastLateMs = 30;
const mostLateMs = 100;
/** So long without an answer is no such moment. */
const silentMs = 150;
const pingEveryMs = 200;
/** The best time is that of the last minute or two: a host may get another line. */
const bestForMs = 60_000;
/** What a ping told says nothing of a line that was not used since. */
const knownForMs = 1_000;
/** Others ping this socket, too. */
const mark = 'line';

type Pinged = Pick<WebSocket, 'ping' | 'on' | 'readyState' | 'OPEN'>;

export class LineDelay {
  readonly #socket: Pinged;
  readonly #nowMs: () => number;
  #sentAtMs: number | undefined;
  #pingedAtMs = Number.NEGATIVE_INFINITY;
  #lastMs = 0;
  #beforeLastMs = 0;
  #bestMs = Number.POSITIVE_INFINITY;
  #bestBeforeMs = Number.POSITIVE_INFINITY;
  #bestSinceMs: number;

  constructor(socket: Pinged, nowMs: () => number = () => performance.now()) {
    this.#socket = socket;
    this.#nowMs = nowMs;
    this.#bestSinceMs = nowMs();
    socket.on('pong', (data: Buffer) => {
      if (data.toString() === mark) this.#hear();
    });
  }

  /** To be asked again and again while something is sent: each question pings, five times a second at most. */
  get isLate(): boolean {
    const nowMs = this.#nowMs();
    if (this.#sentAtMs === undefined && nowMs - this.#pingedAtMs >= pingEveryMs) this.#ping(nowMs);
    const waitedMs = this.#sentAtMs === undefined ? 0 : nowMs - this.#sentAtMs;
    const bestMs = Math.min(this.#bestMs, this.#bestBeforeMs);
    const lateMs = Math.min(Math.max(bestMs, leastLateMs), mostLateMs);
    return Math.min(this.#lastMs, this.#beforeLastMs) > bestMs + lateMs || waitedMs > bestMs + silentMs;
  }

  #ping(nowMs: number): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (nowMs - this.#pingedAtMs > knownForMs) this.#lastMs = 0;
    this.#sentAtMs = nowMs;
    this.#pingedAtMs = nowMs;
    this.#socket.ping(mark);
  }

  #hear(): void {
    const nowMs = this.#nowMs();
    if (this.#sentAtMs === undefined) return;
    this.#beforeLastMs = this.#lastMs;
    this.#lastMs = nowMs - this.#sentAtMs;
    this.#sentAtMs = undefined;
    if (nowMs - this.#bestSinceMs > bestForMs) {
      this.#bestBeforeMs = this.#bestMs;
      this.#bestMs = Number.POSITIVE_INFINITY;
      this.#bestSinceMs = nowMs;
    }
    this.#bestMs = Math.min(this.#bestMs, this.#lastMs);
  }
}
