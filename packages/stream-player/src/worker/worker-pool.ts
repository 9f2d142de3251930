// Decoder workers, shared by all frames of one page: fifty tiles must not have fifty threads.
import type { DecoderKind } from '../decode/browser-support.ts';
import { epochNowMs } from '../epoch-time.ts';
import fallbackUrl from './fallback-worker.ts?worker&url';
import { joinableForMs } from './idle-timeout.ts';
import { outermostWindow, sharedByPage } from './shared-by-page.ts';
import workerUrl from './video-worker.ts?worker&url';
import { createWorkerLosses, createWorkerWatch, type WorkerWatch } from './worker-watch.ts';

/** One thread draws about 25 tiles at 15 frames a second without a GPU. With fewer tiles a second thread only costs. */
const playersPerWorker = 12;
const maxWorkers = 4;

/** A worker that has not responded for this long is dead or hangs. */
const responseTimeoutMs = 15_000;

export interface PooledWorker {
  readonly worker: Worker;
  readonly watch: WorkerWatch;
  hasResponded: boolean;
  players: number;
  /** Since when the worker has no players. It ends itself after a while. */
  idleSinceMs: number;
  /** No further player joins the worker. */
  leavePool(): void;
}

/** A worker with room for one more player. Call `releaseWorker` once the player has left. */
export function acquireWorker(kind: DecoderKind): PooledWorker {
  const pooled = findOrStartWorker(kind);
  pooled.players++;
  return pooled;
}

export function releaseWorker(pooled: PooledWorker): void {
  pooled.players--;
  pooled.idleSinceMs = epochNowMs();
}

/** Starts a worker if there is none, so that it runs before the first player joins. */
export function startWorkerAhead(kind: DecoderKind): void {
  findOrStartWorker(kind);
}

/**
 * Resolves once the worker runs; rejects when its code could not be loaded or it doesn't respond. Each frame of the page
 * checks by itself: the frame that started the worker may be gone, and its listeners with it.
 */
export function waitUntilRunning(pooled: PooledWorker): Promise<void> {
  if (pooled.hasResponded) return Promise.resolve();
  const { worker } = pooled;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const done = new AbortController();
  const fail = () => reject(new Error('The worker does not respond.'));
  const timer = setTimeout(fail, responseTimeoutMs);
  const onResponse = () => {
    pooled.hasResponded = true;
    resolve();
  };
  worker.addEventListener('message', onResponse, { signal: done.signal });
  worker.addEventListener('error', fail, { signal: done.signal });
  worker.postMessage(undefined);
  return promise.finally(() => {
    clearTimeout(timer);
    done.abort();
  });
}

function findOrStartWorker(kind: DecoderKind): PooledWorker {
  const pools = sharedByPage('decoder_workers', () => new Map<string, PooledWorker[]>());
  // One pool for each script: after a deployment a page and its frames may run two versions.
  const address = new URL(kind === 'wasm' ? fallbackUrl : workerUrl, window.location.href).href;
  const workers = pools.get(address) ?? [];
  pools.set(address, workers);
  for (const idle of workers.filter(isEnding)) {
    idle.leavePool();
    idle.worker.terminate();
  }
  const emptiest = workers.toSorted((a, b) => a.players - b.players)[0];
  const limit = Math.min(maxWorkers, Math.max(1, navigator.hardwareConcurrency));
  if (emptiest !== undefined && (emptiest.players < playersPerWorker || workers.length >= limit)) {
    return emptiest;
  }
  return startWorker(address, workers);
}

const isEnding = ({ players, idleSinceMs }: PooledWorker) =>
  players === 0 && epochNowMs() - idleSinceMs > joinableForMs;

function startWorker(address: string, pool: PooledWorker[]): PooledWorker {
  const PageWorker = (outermostWindow() as Window & { Worker: typeof Worker }).Worker;
  const worker = new PageWorker(address, { type: 'module', name: 'pocketfleet-video' });
  const started: PooledWorker = {
    worker,
    watch: createWorkerWatch(sharedByPage('decoder_worker_losses', createWorkerLosses)),
    hasResponded: false,
    players: 0,
    idleSinceMs: epochNowMs(),
    leavePool() {
      const index = pool.indexOf(started);
      if (index >= 0) pool.splice(index, 1);
    },
  };
  worker.onerror = started.leavePool;
  pool.push(started);
  return started;
}
