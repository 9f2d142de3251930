// The snapshot helper's resident mode: one command for each connection, one connection at a time, no token and no read timeout.
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { InstrumentationStreams } from '@pocketfleet/android-shell';
import { type Automation, describeError, PROTOCOL, type SnapshotProgramDeps } from './automation.ts';
import { JavaError } from './capture.ts';

type Answer = { readonly values: Record<string, string | number | boolean>; readonly body: Buffer };
const NOTHING = Buffer.alloc(0);
const MAX_LINE = 1024 * 1024;
const ENDLESS_BYTES = 64 * 1024 * 1024;

/** Resolves when the server has ended by itself; rejects when it could not go on. */
export async function serveResident(
  deps: SnapshotProgramDeps,
  automation: Automation,
  port: number,
  streams: InstrumentationStreams,
  signal: AbortSignal,
): Promise<{ sessionEnded: true }> {
  const ended = Promise.withResolvers<{ sessionEnded: true }>();
  const open = new Set<Duplex>();
  let last: Promise<unknown> = Promise.resolve();
  let lastXml: Buffer | undefined;
  const listening = deps.sockets.bind(`tcp:${port}`, (socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    last = last.then(() => serve(socket)).catch((error: unknown) => ended.reject(error));
  });
  if (listening === undefined) throw new JavaError('java.net.BindException', 'Address already in use');
  const close = () => {
    listening.close();
    for (const socket of open) socket.destroy();
  };
  const kill = () => {
    close();
    ended.reject(new Error('the process was killed'));
  };
  signal.addEventListener('abort', kill, { once: true });

  /** The tree of the last answer once more, as some phones give after a change of the screen. */
  const staleOr = (now: Buffer): Buffer => {
    const stale = deps.fault() === 'stale' ? lastXml : undefined;
    lastXml = stale === undefined ? now : undefined;
    return stale ?? now;
  };
  const answer = async (words: readonly string[]): Promise<Answer> => {
    const [command = '', , payload = ''] = words;
    switch (command) {
      case 'snapshot': {
        const { xml, values } = await automation.snapshot();
        const body =
          deps.fault() === 'endless' ? Buffer.alloc(ENDLESS_BYTES, '<node>') : staleOr(Buffer.from(xml));
        return { values: { ...values, byteLength: body.length }, body };
      }
      case 'viewport':
        return { values: await automation.viewport(), body: NOTHING };
      case 'gesture':
        return { values: await automation.gesture(payload), body: NOTHING };
      case 'quit':
        return { values: {}, body: NOTHING };
      default:
        throw command === ''
          ? new JavaError('java.io.EOFException', 'empty command')
          : new JavaError('java.lang.IllegalArgumentException', 'unknown session command');
    }
  };

  async function serve(socket: Duplex): Promise<void> {
    const line = await readLine(socket);
    if (line === undefined || deps.fault() === 'silent') return untilClosed(socket);
    const words = line.split(/\s+/).filter((word) => word !== '');
    const requestId = deps.fault() === 'wrong_request' ? 'another' : (words[1] ?? '');
    const response = await answer(words).then(
      ({ values, body }) => ({ values: { ok: true, ...values }, body }),
      (error: unknown) => ({ values: { ok: false, ...describeError(error) }, body: NOTHING }),
    );
    if (socket.destroyed) throw new JavaError('java.net.SocketException', 'Broken pipe');
    const head = Object.entries({ ...PROTOCOL, requestId, ...response.values })
      .map(([key, value]) => `${key}=${String(value).replace(/[\r\n]/g, ' ')}\n`)
      .join('');
    const body =
      deps.fault() === 'cut_off' ? response.body.subarray(0, response.body.length / 2) : response.body;
    const sent = new Promise<void>((resolve) =>
      socket.once('close', resolve).end(Buffer.concat([Buffer.from(`${head}\n`), body]), resolve),
    );
    socket.resume();
    await sent;
    const isLost = !response.values.ok && automation.wasRefused && words[0] !== 'snapshot';
    if (words[0] === 'quit' || isLost) ended.resolve({ sessionEnded: true });
  }

  streams.status(2, { ...PROTOCOL, sessionReady: true, sessionPort: port });
  try {
    return await ended.promise;
  } finally {
    signal.removeEventListener('abort', kill);
    close();
  }
}

/** Undefined when the connection has closed, or the line is too long. */
async function readLine(socket: Duplex): Promise<string | undefined> {
  let text = '';
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      const end = text.indexOf('\n');
      if (end !== -1) return text.slice(0, end);
      if (text.length > MAX_LINE) return undefined;
    }
    return text;
  } catch {
    return undefined;
  }
}

async function untilClosed(socket: Duplex): Promise<void> {
  socket.resume();
  if (!socket.destroyed) await once(socket, 'close');
}
