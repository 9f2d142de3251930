// Opens the server's sockets in scrcpy's order (video, audio, control) through either tunnel
// (device/DesktopConnection.java).
import type { Duplex } from 'node:stream';
import type { PhoneSockets } from '@pocketfleet/phone-parts';
import type { ScrcpyOptions } from './options.ts';
import { encodeDeviceMeta } from './wire.ts';

export interface Connection {
  readonly video: Duplex | undefined;
  readonly audio: Duplex | undefined;
  readonly control: Duplex | undefined;
}

/** How long the server waits for its client to connect. */
const CONNECT_LIMIT_MS = 60_000;

/** Rejects when a socket can't be opened; the open ones are destroyed. */
export async function openConnection(
  sockets: PhoneSockets,
  options: ScrcpyOptions,
  deviceName: string,
  signal: AbortSignal,
): Promise<Connection> {
  const next = options.tunnelForward
    ? listen(sockets, options, signal)
    : { open: () => sockets.connect(options.socketName), close: () => {} };
  const opened: Duplex[] = [];
  const open = async (wanted: boolean) => {
    if (!wanted) return undefined;
    const socket = await next.open();
    // An error without a listener would end the process.
    socket.on('error', () => socket.destroy());
    if (opened.length === 0 && options.tunnelForward && options.sendDummyByte) socket.write(Buffer.from([0]));
    opened.push(socket);
    return socket;
  };
  try {
    const video = await open(options.video);
    const audio = await open(options.audio);
    const control = await open(options.control);
    signal.throwIfAborted();
    if (options.sendDeviceMeta) opened[0]?.write(encodeDeviceMeta(deviceName));
    return { video, audio, control };
  } catch (error) {
    for (const socket of opened) socket.destroy();
    throw error;
  } finally {
    next.close();
  }
}

function listen(sockets: PhoneSockets, options: ScrcpyOptions, signal: AbortSignal) {
  const arrived: Duplex[] = [];
  let take: ((socket: Duplex) => void) | undefined;
  const listener = sockets.listen(options.socketName, (socket) => {
    if (take) take(socket);
    else if (arrived.length < 3) arrived.push(socket);
    else socket.destroy();
  });
  return {
    open: (): Promise<Duplex> => {
      const waiting = arrived.shift();
      if (waiting) return Promise.resolve(waiting);
      return new Promise((resolve, reject) => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_LIMIT_MS)]);
        const giveUp = () => reject(new Error('the client did not connect'));
        if (limit.aborted) return giveUp();
        limit.addEventListener('abort', giveUp, { once: true });
        take = (socket) => {
          limit.removeEventListener('abort', giveUp);
          take = undefined;
          resolve(socket);
        };
      });
    },
    close: () => {
      listener.close();
      for (const socket of arrived) socket.destroy();
    },
  };
}
