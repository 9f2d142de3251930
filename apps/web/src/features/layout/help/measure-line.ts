// Measures what a stream needs from this browser's line: the time to our server and back, the speed of a download, whether a
// websocket opens, and whether the browser decodes our video. Every figure is measured; what could not be measured is null.
import sample from '../../../media/feed.mp4';

export type LineFigures = {
  /** The quickest of several small requests. */
  readonly roundTripMs: number | null;
  readonly megabitsPerSecond: number | null;
  readonly isLiveOpen: boolean;
  readonly picture: 'browser' | 'ours' | 'insecure';
};

export type MeasureDeps = {
  getTicket(): Promise<string>;
  open(protocols: string[]): WebSocket;
  now(): number;
  fetch(address: string, options: RequestInit): Promise<Response>;
};

const pings = 5;
/** A line that loads less than the sample in this time is judged by the bytes that it loaded. */
const maxDownloadMs = 8_000;
const maxOpenMs = 8_000;

export async function measureLine(deps: MeasureDeps, signal: AbortSignal): Promise<LineFigures> {
  // One after the other: a download would lengthen the round trips.
  const roundTripMs = await measureRoundTrip(deps, signal);
  const isLiveOpen = roundTripMs !== null && (await opensLive(deps, signal));
  const megabitsPerSecond = roundTripMs === null ? null : await measureDownload(deps, signal);
  signal.throwIfAborted();
  return { roundTripMs, megabitsPerSecond, isLiveOpen, picture: await findPicture() };
}

async function measureRoundTrip({ fetch, now }: MeasureDeps, signal: AbortSignal): Promise<number | null> {
  let quickest: number | null = null;
  try {
    for (let turn = 0; turn < pings; turn += 1) {
      const startedAt = now();
      await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal });
      const ms = now() - startedAt;
      quickest = quickest === null ? ms : Math.min(quickest, ms);
    }
  } catch {
    signal.throwIfAborted();
  }
  return quickest;
}

async function measureDownload({ fetch, now }: MeasureDeps, signal: AbortSignal): Promise<number | null> {
  const limit = AbortSignal.timeout(maxDownloadMs);
  let bytes = 0;
  let startedAt: number | null = null;
  try {
    const response = await fetch(sample, { cache: 'no-store', signal: AbortSignal.any([signal, limit]) });
    const reader = response.body?.getReader();
    startedAt = now();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      bytes += part.value.byteLength;
  } catch {
    signal.throwIfAborted();
  }
  if (startedAt === null || bytes === 0) return null;
  return (bytes * 8) / 1_000 / Math.max(1, now() - startedAt);
}

async function opensLive(deps: MeasureDeps, signal: AbortSignal): Promise<boolean> {
  let socket: WebSocket;
  try {
    socket = deps.open(['pocketfleet', await deps.getTicket()]);
  } catch {
    signal.throwIfAborted();
    return false;
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(maxOpenMs)]);
  const isOpen = await new Promise<boolean>((settle) => {
    // The server's first message: some networks let a socket open and then pass nothing on.
    socket.addEventListener('message', () => settle(true));
    socket.addEventListener('close', () => settle(false));
    limit.addEventListener('abort', () => settle(false));
  });
  socket.close();
  return isOpen;
}

async function findPicture(): Promise<LineFigures['picture']> {
  if (!window.isSecureContext) return 'insecure';
  if (typeof VideoDecoder === 'undefined') return 'ours';
  const { supported } = await VideoDecoder.isConfigSupported({ codec: 'avc1.42e01e' }).catch(() => ({
    supported: false,
  }));
  return supported === true ? 'browser' : 'ours';
}
