import { type Duplex, duplexPair } from 'node:stream';

/** Sockets inside one phone, by adb's names: `localabstract:x`, `tcp:8080`. */
export interface SocketTable {
  /** Listens on `localabstract:name`. */
  listen(name: string, onConnection: (socket: Duplex) => void): { close(): void };
  connect(name: string): Promise<Duplex>;
  /** Listens on a full name. Undefined when the name is taken. */
  bind(spec: string, onConnection: (socket: Duplex) => void): { close(): void } | undefined;
  /** The phone's end is handed to the listener; the caller gets the other. Undefined when nobody listens. */
  reach(spec: string): Duplex | undefined;
  isBound(spec: string): boolean;
}

export function createSocketTable(): SocketTable {
  const listeners = new Map<string, (socket: Duplex) => void>();
  const bind: SocketTable['bind'] = (spec, onConnection) => {
    const name = canonical(spec);
    if (listeners.has(name)) return undefined;
    listeners.set(name, onConnection);
    return {
      close: () => {
        if (listeners.get(name) === onConnection) listeners.delete(name);
      },
    };
  };
  const reach: SocketTable['reach'] = (spec) => {
    const listener = listeners.get(canonical(spec));
    if (listener === undefined) return undefined;
    const [outside, inside] = duplexPair();
    tieEnds(outside, inside);
    tieEnds(inside, outside);
    listener(inside);
    return outside;
  };
  return {
    bind,
    reach,
    isBound: (spec) => listeners.has(canonical(spec)),
    listen(name, onConnection) {
      const bound = bind(`localabstract:${name}`, onConnection);
      if (bound === undefined) throw new Error(`socket name in use: ${name}`);
      return bound;
    },
    async connect(name) {
      const socket = reach(`localabstract:${name}`);
      if (socket === undefined) throw new Error(`nobody listens on ${name}`);
      return socket;
    },
  };
}

/** As a socket's: when one end closes, the other still reads what was written before, and then closes as well. */
function tieEnds(end: Duplex, other: Duplex): void {
  // An end that fails has nobody to tell but its other end.
  end.on('error', () => undefined);
  end.on('close', () => {
    if (other.destroyed) return;
    if (!end.writableEnded) other.push(null);
    if (other.readableEnded) other.destroy();
    else other.once('end', () => other.destroy());
  });
}

/** `tcp:localhost:80`, `tcp:127.0.0.1:80` and `tcp:80` are one. */
function canonical(spec: string): string {
  const tcp = /^tcp:(?:localhost:|127\.0\.0\.1:)?(\d+)$/.exec(spec);
  return tcp === null ? spec : `tcp:${Number(tcp[1])}`;
}
