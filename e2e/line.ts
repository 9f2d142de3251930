// The network between a browser and the site with its relays: proxies on loopback that can be cut and made slow. The browser is
// told to find the site and the relays behind them, so that addresses and origins stay what they are.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type Shape = {
  readonly bytesPerSecond: number;
  /** Each way. */
  readonly delayMs: number;
  /** Share (0 to 1) of pieces of 1,460 bytes that are lost: TCP sends them again a round trip later, and later
   * pieces wait for them. */
  readonly loss: number;
  /** How much may be on its way in each direction; 64 KiB if left out. */
  readonly bufferBytes?: number;
};

export type Line = {
  /** Of the site, for programs that are told an address. */
  readonly port: number;
  /** For `openBrowser`. */
  readonly browserFlag: string;
  /** From now on no byte passes and no connection is closed: old and new connections hang. */
  cut(): void;
  /** New connections work again. Connections from before are closed. */
  restore(): void;
  /** Applies to both directions from now on; undefined: no limit. */
  shape(shape: Shape | undefined): void;
  stop(): Promise<void>;
};

const segmentBytes = 1_460;
const usualBufferBytes = 64 * 1024;

/** A line to a site such as `http://localhost:4000`. `random` decides what is lost. */
export async function openLine(site: string, random: () => number = Math.random): Promise<Line> {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  let isCut = false;
  let shape: Shape | undefined;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  /** Returns the port in front of `port`. */
  const standBefore = async (port: number): Promise<number> => {
    const server = createServer((near) => {
      keep(near);
      if (isCut) return void near.pause();
      const far = connect(port, '127.0.0.1');
      keep(far);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        carry(from, to, { shape: () => shape, isCut: () => isCut, random });
        from.on('close', () => isCut || to.destroy());
      }
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  };
  const port = await standBefore(Number(new URL(site).port));
  const rules = [`MAP ${new URL(site).host} 127.0.0.1:${port}`];
  for (const relay of await listRelays(site))
    rules.push(`MAP ${relay.host} 127.0.0.1:${await standBefore(Number(relay.port))}`);
  return {
    port,
    browserFlag: `--host-resolver-rules=${rules.join(', ')}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    restore() {
      isCut = false;
      for (const socket of sockets) socket.destroy();
    },
    shape(next) {
      shape = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))));
    },
  };
}

/** Where else the site's pages may open sockets: its content security policy says so. */
async function listRelays(site: string): Promise<URL[]> {
  const policy = await fetch(site).then(
    ({ headers }) => headers.get('content-security-policy') ?? '',
    // No site, but a program of a test.
    () => '',
  );
  const sources = /connect-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? [];
  return sources
    .filter((source) => source.startsWith('ws://'))
    .map((source) => new URL(source))
    .filter(({ host }) => host !== new URL(site).host);
}

type Rules = { shape: () => Shape | undefined; isCut: () => boolean; random: () => number };

/** Forwards pieces in order, each at the time when the line would have delivered it. */
function carry(from: Socket, to: Socket, rules: Rules): void {
  let freeAtMs = 0;
  let waitingBytes = 0;
  let lastArrivalMs = 0;
  /** Timers of different lengths may fire out of order, so each one delivers the next piece. */
  const onTheWay: Buffer[] = [];
  from.on('data', (chunk: Buffer) => {
    const shape = rules.shape();
    const nowMs = performance.now();
    // Never before an earlier piece: a timer may fire late.
    if (shape === undefined && onTheWay.length === 0) {
      if (!to.write(chunk)) holdBack();
      return;
    }
    const { bytesPerSecond = Number.POSITIVE_INFINITY, delayMs = 0, loss = 0 } = shape ?? {};
    const mostWaitingBytes = shape?.bufferBytes ?? usualBufferBytes;
    freeAtMs = Math.max(freeAtMs, nowMs) + (chunk.length / bytesPerSecond) * 1_000;
    const isLost = rules.random() > (1 - loss) ** Math.ceil(chunk.length / segmentBytes);
    // In order: pieces after a lost piece arrive after it.
    lastArrivalMs = Math.max(lastArrivalMs, freeAtMs + delayMs + (isLost ? 2 * delayMs : 0));
    waitingBytes += chunk.length;
    onTheWay.push(chunk);
    // Like the buffers of a line: when they are full, the sender has to wait.
    if (waitingBytes > mostWaitingBytes) from.pause();
    setTimeout(() => {
      const arrived = onTheWay.shift() ?? Buffer.alloc(0);
      waitingBytes -= arrived.length;
      if (rules.isCut()) return;
      if (!to.destroyed) to.write(arrived);
      if (waitingBytes <= mostWaitingBytes) from.resume();
    }, lastArrivalMs - nowMs);
  });
  const holdBack = (): void => {
    from.pause();
    to.once('drain', () => rules.isCut() || from.resume());
  };
}
