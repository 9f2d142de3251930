// Decoder workers, shared by all frames of one page: fifty tiles must not have fifty threads. Workers belong to
// the outermost window of our own origin, so that they outlive the tile that happened to start them.
import type { DecoderKind } from './browser-support.ts';
import fallbackUrl from './fallback/fallback-worker.ts?worker&url';
import workerUrl from './video-worker.ts?worker&url';

/** One thread draws about 25 tiles at 15 frames per second without a GPU; below that a second one only costs. */
const channelsForWorker = 12;
const poolKey = '__pocketfleetVideoWorkers';

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
  const owner = outermostWindowOfOurs() as Window & { [poolKey]?: Map<string, PooledWorker[]> };
  owner[poolKey] ??= new Map();
  // By address: after a deployment a page and its frames may be of two versions.
  const address = new URL(decoder === 'wasm' ? fallbackUrl : workerUrl, window.location.href).href;
  const workers = owner[poolKey].get(address) ?? [];
  owner[poolKey].set(address, workers);
  const emptiest = workers.toSorted((a, b) => a.channels - b.channels)[0];
  const maxWorkers = Math.min(4, Math.max(1, navigator.hardwareConcurrency));
  if (emptiest !== undefined && (emptiest.channels < channelsForWorker || workers.length >= maxWorkers)) {
    return emptiest;
  }
  const WorkerOfOwner = (owner as Window & { Worker: typeof Worker }).Worker;
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

function outermostWindowOfOurs(): Window {
  let ours: Window = window;
  while (ours.parent !== ours) {
    try {
      if (ours.parent.location.origin !== window.location.origin) break;
    } catch {
      break; // another origin's page embeds us
    }
    ours = ours.parent;
  }
  return ours;
}
