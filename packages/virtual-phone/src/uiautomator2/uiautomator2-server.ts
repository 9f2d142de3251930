// A double of Appium's UiAutomator2 server 10, which `am instrument` starts: WebDriver over HTTP on a port of the phone, one
// session at a time. The end of the session ends the program.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SocketTable } from '@pocketfleet/adb-device';
import type { Instrumentation, InstrumentationResult, ShellWorld } from '@pocketfleet/android-shell';
import { z } from 'zod';
import { readJson } from '../read-json.ts';
import { Session } from './session.ts';
import { WireError } from './wire-error.ts';

const PORT = 6790;
const MAX_BODY = 1024 * 1024;
const VERSION = '10.6.6';
/** INSTRUMENTATION_CODE of Android's Activity.RESULT_OK. */
const RESULT_OK = -1;

const newSession = z.object({ capabilities: z.object({ firstMatch: z.array(z.unknown()).min(1) }) });

export interface UiAutomator2ServerDeps {
  readonly world: ShellWorld;
  readonly sockets: SocketTable;
}

export function createUiAutomator2Server(deps: UiAutomator2ServerDeps): Instrumentation {
  let running = new AbortController();
  return {
    component: 'io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner',
    target: 'io.appium.uiautomator2.server',
    async start(_args, streams) {
      running = new AbortController();
      try {
        streams.connect();
        return await serve(deps, running.signal);
      } catch (error) {
        return { code: 0, values: { shortMsg: 'Process crashed.', longMsg: String(error) } };
      }
    },
    stop: () => running.abort(),
  };
}

/** Resolves when a session was deleted or the program was killed. */
async function serve(
  { world, sockets }: UiAutomator2ServerDeps,
  signal: AbortSignal,
): Promise<InstrumentationResult> {
  const ended = Promise.withResolvers<void>();
  const open = new Set<Duplex>();
  let session: Session | undefined;
  const http = createServer((request, response) => {
    void answer(request, response).finally(() => {
      if (request.method === 'DELETE' && session === undefined) ended.resolve();
    });
  });
  const listening = sockets.bind(`tcp:${PORT}`, (socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    http.emit('connection', socket);
  });
  if (listening === undefined) throw new Error('java.net.BindException: Address already in use');
  signal.addEventListener('abort', () => ended.resolve(), { once: true });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let status = 200;
    let value: unknown;
    try {
      value =
        (await run(request.method ?? '', request.url ?? '', (await readJson(request, MAX_BODY)) ?? {})) ??
        null;
    } catch (error) {
      const known = toWireError(error);
      status = known.status;
      value = { error: known.code, message: known.message, stacktrace: known.stack ?? '' };
    }
    const body = Buffer.from(JSON.stringify({ sessionId: session?.id ?? 'None', value }));
    const type = 'application/json; charset=utf-8';
    response.writeHead(status, { 'content-type': type, 'content-length': body.length });
    await new Promise<void>((sent) => response.once('close', sent).end(body, sent));
  }

  async function run(method: string, url: string, body: unknown): Promise<unknown> {
    if (method === 'GET' && url === '/status') {
      const build = { version: VERSION, versionCode: 1 };
      return { ready: true, message: 'UiAutomator2 Server is ready to accept commands', build };
    }
    if (method === 'GET' && url === '/sessions') {
      return session === undefined ? [] : [{ id: session.id, capabilities: session.capabilities }];
    }
    if (method === 'POST' && url === '/session') {
      const [capabilities] = newSession.parse(body).capabilities.firstMatch;
      session = new Session(world, capabilities, signal);
      return { sessionId: session.id, capabilities };
    }
    const [, id, path = ''] = /^\/session\/([^/]+)(\/.*)?$/.exec(url) ?? [];
    if (session === undefined || id !== session.id) {
      throw new WireError('invalid session id', 'A session is either terminated or not started');
    }
    if (method === 'DELETE' && path === '') {
      session = undefined;
      return null;
    }
    return session.run(method, path || '/', body);
  }

  try {
    await ended.promise;
    return { code: RESULT_OK, values: { stream: '\n\nTime: 1.0\n\nOK (1 test)\n\n' } };
  } finally {
    listening.close();
    for (const socket of open) socket.destroy();
  }
}

function toWireError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof z.ZodError) return new WireError('invalid argument', z.prettifyError(error));
  if (error instanceof RangeError || error instanceof SyntaxError)
    return new WireError('invalid argument', error.message);
  return new WireError('unknown error', String(error));
}
