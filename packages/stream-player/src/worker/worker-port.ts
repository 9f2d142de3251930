// One player's connection to a worker of the pool: it joins a worker that runs, tries another one where none responds,
// and notices when the worker dies or hangs.
import type { DecoderKind } from '../decode/browser-support.ts';
import { epochNowMs } from '../epoch-time.ts';
import type { WorkerEvent, WorkerRequest } from './messages.ts';
import { acquireWorker, type PooledWorker, releaseWorker, waitUntilRunning } from './worker-pool.ts';

/** Delays before another worker is tried where one could not load its code. After the last, `onFailed` is called. */
const retryDelaysMs = [250, 1_000, 2_000, 4_000];

export interface WorkerPortEvents {
  readonly onEvent: (event: Exclude<WorkerEvent, { type: 'pong' }>) => void;
  /** The worker ran and responds no longer. This port is closed; another port joins another worker. */
  readonly onLost: () => void;
  /** No worker runs here. */
  readonly onFailed: () => void;
}

export class WorkerPort {
  readonly #events: WorkerPortEvents;
  readonly #channel = new MessageChannel();
  #worker: PooledWorker | undefined;
  #hasJoined = false;
  #isClosed = false;

  /** Requests that are sent before a worker has been joined wait in the channel. */
  constructor(decoder: Promise<DecoderKind>, events: WorkerPortEvents) {
    this.#events = events;
    this.#channel.port1.onmessage = ({ data }: MessageEvent<WorkerEvent>) => {
      this.#worker?.watch.responded(epochNowMs());
      if (data.type !== 'pong') events.onEvent(data);
    };
    void decoder.then((kind) => this.#join(kind, 0));
  }

  send(request: WorkerRequest, transfer: Transferable[] = []): void {
    this.#channel.port1.postMessage(request, transfer);
  }

  /** Call it twice a second while packets are expected. */
  check(): void {
    if (this.#worker === undefined || !this.#hasJoined || this.#isClosed) return;
    const result = this.#worker.watch.check(epochNowMs());
    if (result === 'ping') this.send({ type: 'ping' });
    if (result !== 'lost') return;
    this.#worker.leavePool();
    this.#worker.worker.terminate();
    this.close();
    this.#events.onLost();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#channel.port1.close();
    if (this.#worker !== undefined) releaseWorker(this.#worker);
  }

  async #join(kind: DecoderKind, attempt: number): Promise<void> {
    if (this.#isClosed) return;
    const joined = acquireWorker(kind);
    this.#worker = joined;
    try {
      await waitUntilRunning(joined);
      if (this.#isClosed) return;
      // A port can be transferred only once, so it goes to a worker that has responded.
      joined.worker.postMessage(undefined, [this.#channel.port2]);
      this.#hasJoined = true;
    } catch {
      joined.leavePool();
      // A worker that has responded to others serves their tiles. A worker that never did would go on loading its code.
      if (!joined.hasResponded) joined.worker.terminate();
      if (this.#isClosed) return;
      this.#worker = undefined;
      releaseWorker(joined);
      const delayMs = retryDelaysMs[attempt];
      if (delayMs === undefined) this.#events.onFailed();
      else setTimeout(() => void this.#join(kind, attempt + 1), delayMs);
    }
  }
}
