// Decoder workers, shared by all frames of one page: fifty tiles must not have fifty threads.
import type { DecoderKind } from './browser-support.ts';
import fallbackUrl from './fallback/fallback-worker.ts?worker&url';
import { outermostWindowOfOurs, sharedByPage } from './page-owner.ts';
import workerUrl from './video-worker.ts?worker&url';

/** One thread draws about 25 tiles at 15 frames per second without a GPU; below that a second one only costs. */
const channelsForWorker = 12;

interface PooledWorker {
  readonly worker: Worker;
  channels: number;
}

/**
 * Opens a channel to a worker with room for it, once it is known which decoder this browser needs; what is sent
 * before waits in the channel. `release` is called once, when the channel is closed.
 */
export function openVideoChannel(decoder: Promise<DecoderKind>): { port: MessagePort; release(): void } {
  const { port1, port2 } = new MessageChannel();
  let pooled: PooledWorker | undefined;
  let isReleased = false;
  void decoder.then((kind) => {
    if (isReleased) return;
    pooled = workerWithRoom(kind);
    pooled.channels++;
    pooled.worker.postMessage(undefined, [port2]);
  });
  return {
    port: port1,
    release() {
      if (isReleased) return;
      isReleased = true;
      if (pooled !== undefined) pooled.channels--;
    },
  };
}

/** Starts a worker if there is none, so that the next player finds it running. */
export function startWorkerAhead(decoder: DecoderKind): void {
  workerWithRoom(decoder);
}

function workerWithRoom(decoder: DecoderKind): PooledWorker {
  const pools = sharedByPage('video_workers', () => new Map<string, PooledWorker[]>());
  // By address: after a deployment a page and its frames may be of two versions.
  const address = new URL(decoder === 'wasm' ? fallbackUrl : workerUrl, window.location.href).href;
  const workers = pools.get(address) ?? [];
  pools.set(address, workers);
  const emptiest = workers.toSorted((a, b) => a.channels - b.channels)[0];
  const maxWorkers = Math.min(4, Math.max(1, navigator.hardwareConcurrency));
  if (emptiest !== undefined && (emptiest.channels < channelsForWorker || workers.length >= maxWorkers)) {
    return emptiest;
  }
  const WorkerOfOwner = (outermostWindowOfOurs() as Window & { Worker: typeof Worker }).Worker;
  const started: PooledWorker = {
    worker: new WorkerOfOwner(address, { type: 'module', name: 'pocketfleet-video' }),
    channels: 0,
  };
  started.worker.onerror = () => {
    const index = workers.indexOf(started);
    if (index >= 0) workers.splice(index, 1);
  };
  workers.push(started);
  return started;
}
