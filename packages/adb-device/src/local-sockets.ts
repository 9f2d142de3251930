import { type Duplex, duplexPair } from 'node:stream';

/** Sockets inside one phone, by adb's names: `localabstract:x`, `tcp:8080`. */
export function createSocketTable() {
  const listeners = new Map<string, (socket: Duplex) => void>();
  /** Listens on a full name. Undefined when the name is taken. */
  const bind = (spec: string, onConnection: (socket: Duplex) => void) => {
    const name = canonical(spec);
    if (listeners.has(name)) return undefined;
    listeners.set(name, onConnection);
    return {
      close: () => {
        if (listeners.get(name) === onConnection) listeners.delete(name);
      },
    };
  };
  /** Connects to a listener and returns the caller's end. Undefined when nobody listens. */
  const reach = (spec: string): Duplex | undefined => {
    const listener = listeners.get(canonical(spec));
    if (listener === undefined) return undefined;
    const [outside, inside] = duplexPair();
    linkEnds(outside, inside);
    linkEnds(inside, outside);
    listener(inside);
    return outside;
  };
  return {
    bind,
    reach,
    isBound: (spec: string) => listeners.has(canonical(spec)),
    /** Listens on `localabstract:name`. */
    listen(name: string, onConnection: (socket: Duplex) => void) {
      const bound = bind(`localabstract:${name}`, onConnection);
      if (bound === undefined) throw new Error(`socket name in use: ${name}`);
      return bound;
    },
    async connect(name: string) {
      const socket = reach(`localabstract:${name}`);
      if (socket === undefined) throw new Error(`nobody listens on ${name}`);
      return socket;
    },
  };
}

export type SocketTable = ReturnType<typeof createSocketTable>;

/** When one end closes, the other end still reads the bytes that were written before, and then closes, like a socket. */
function linkEnds(end: Duplex, other: Duplex): void {
  // The close event that follows an error informs the other end.
  end.on('error', () => undefined);
  end.on('close', () => {
    if (other.destroyed) return;
    if (!end.writableEnded) other.push(null);
    if (other.readableEnded) other.destroy();
    else other.once('end', () => other.destroy());
  });
}

/** `tcp:localhost:80`, `tcp:127.0.0.1:80` and `tcp:80` are the same socket. */
function canonical(spec: string): string {
  const tcp = /^tcp:(?:localhost:|127\.0\.0\.1:)?(\d+)$/.exec(spec);
  return tcp === null ? spec : `tcp:${Number(tcp[1])}`;
}
