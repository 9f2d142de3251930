// Decoder workers, shared by all frames of one page: fifty tiles must not have fifty threads.
import type { DecoderKind } from '../decode/browser-support.ts';
import fallbackUrl from './fallback-worker.ts?worker&url';
import { joinableForMs } from './idle-worker.ts';
import { outermostWindowOfOurs, sharedByPage } from './shared-by-page.ts';
import { epochNowMs, type VideoRequest } from './video-sink.ts';
import workerUrl from './video-worker.ts?worker&url';
import { createWorkerLosses, createWorkerWatch, type WorkerWatch } from './worker-watch.ts';

/** One thread draws about 25 tiles at 15 frames per second without a GPU; below that a second one only costs. */
const channelsForWorker = 12;

/** A worker whose code could not be loaded is tried again this much later; after the last of them it is given up. */
const retryDelaysMs = [250, 1_000, 2_000, 4_000];

/** A worker that answers nothing for this long is dead, or as good as that. */
const answersWithinMs = 15_000;

interface PooledWorker {
  readonly worker: Worker;
  readonly watch: WorkerWatch;
  hasAnswered: boolean;
  channels: number;
  /** Since when it has no channel: after a while it ends itself. */
  idleSinceMs: number;
  /** Nobody joins it any more. */
  leavePool(): void;
}

export interface VideoChannel {
  readonly port: MessagePort;
  /** The worker said something through the port. */
  heard(): void;
  /** To be called twice a second while something is expected of it: notices a worker that is dead or hangs. */
  look(): void;
  release(): void;
}

export interface VideoChannelEvents {
  /** The worker was there and answers no more: this channel is released, another one finds another worker. */
  readonly onLost: () => void;
  /** No worker answers here. */
  readonly onFailed: () => void;
}

/**
 * Opens a channel to a worker with room for it, once it is known which decoder this browser needs and the worker has
 * answered; what is sent before waits in the channel. `release` is called once, when the channel is closed.
 */
export function openVideoChannel(decoder: Promise<DecoderKind>, events: VideoChannelEvents): VideoChannel {
  const { port1, port2 } = new MessageChannel();
  let pooled: PooledWorker | undefined;
  let hasJoined = false;
  let isReleased = false;
  const join = async (kind: DecoderKind, attempt: number): Promise<void> => {
    if (isReleased) return;
    const joined = workerWithRoom(kind);
    pooled = joined;
    joined.channels++;
    try {
      await answerOf(joined);
      // The port is given away once only: to a worker that is there to take it.
      if (isReleased) return;
      joined.worker.postMessage(undefined, [port2]);
      hasJoined = true;
    } catch {
      joined.leavePool();
      // One that runs after all has other tiles by now; one that never did would go on loading its code.
      if (!joined.hasAnswered) joined.worker.terminate();
      if (isReleased) return;
      pooled = undefined;
      letGo(joined);
      const delayMs = retryDelaysMs[attempt];
      if (delayMs === undefined) events.onFailed();
      else setTimeout(() => void join(kind, attempt + 1), delayMs);
    }
  };
  void decoder.then((kind) => join(kind, 0));
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    port1.close();
    if (pooled !== undefined) letGo(pooled);
  };
  return {
    port: port1,
    heard: () => pooled?.watch.heard(epochNowMs()),
    look() {
      if (pooled === undefined || !hasJoined || isReleased) return;
      const seen = pooled.watch.look(epochNowMs());
      if (seen === 'ask') port1.postMessage({ type: 'are_you_there' } satisfies VideoRequest);
      if (seen !== 'lost') return;
      pooled.leavePool();
      pooled.worker.terminate();
      release();
      events.onLost();
    },
    release,
  };
}

function letGo(pooled: PooledWorker): void {
  pooled.channels--;
  pooled.idleSinceMs = epochNowMs();
}

/** Starts a worker if there is none, so that the next player finds it running. */
export function startWorkerAhead(decoder: DecoderKind): void {
  workerWithRoom(decoder);
}

/**
 * Resolves once this worker runs; rejects when its code could not be loaded, or nothing is heard of it. Each frame asks
 * for itself: the one that started the worker may be gone, and its listeners with it.
 */
function answerOf(pooled: PooledWorker): Promise<void> {
  if (pooled.hasAnswered) return Promise.resolve();
  const { worker } = pooled;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const over = new AbortController();
  const fail = () => reject(new Error('the worker doesn’t answer'));
  const timer = setTimeout(fail, answersWithinMs);
  const onAnswer = () => {
    pooled.hasAnswered = true;
    resolve();
  };
  worker.addEventListener('message', onAnswer, { signal: over.signal });
  worker.addEventListener('error', fail, { signal: over.signal });
  worker.postMessage(undefined);
  return promise.finally(() => {
    clearTimeout(timer);
    over.abort();
  });
}

const isEnding = ({ channels, idleSinceMs }: PooledWorker) =>
  channels === 0 && epochNowMs() - idleSinceMs > joinableForMs;

function workerWithRoom(decoder: DecoderKind): PooledWorker {
  const pools = sharedByPage('video_workers', () => new Map<string, PooledWorker[]>());
  // By address: after a deployment a page and its frames may be of two versions.
  const address = new URL(decoder === 'wasm' ? fallbackUrl : workerUrl, window.location.href).href;
  const workers = pools.get(address) ?? [];
  pools.set(address, workers);
  for (const idle of workers.filter(isEnding)) {
    idle.leavePool();
    idle.worker.terminate();
  }
  const emptiest = workers.toSorted((a, b) => a.channels - b.channels)[0];
  const maxWorkers = Math.min(4, Math.max(1, navigator.hardwareConcurrency));
  if (emptiest !== undefined && (emptiest.channels < channelsForWorker || workers.length >= maxWorkers)) {
    return emptiest;
  }
  const WorkerOfOwner = (outermostWindowOfOurs() as Window & { Worker: typeof Worker }).Worker;
  const worker = new WorkerOfOwner(address, { type: 'module', name: 'pocketfleet-video' });
  const started: PooledWorker = {
    worker,
    watch: createWorkerWatch(sharedByPage('video_worker_losses', createWorkerLosses)),
    hasAnswered: false,
    channels: 0,
    idleSinceMs: epochNowMs(),
    leavePool() {
      const index = workers.indexOf(started);
      if (index >= 0) workers.splice(index, 1);
    },
  };
  worker.onerror = started.leavePool;
  workers.push(started);
  return started;
}
