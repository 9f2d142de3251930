// Baseline without relay and control plane: the built frame page with its player on one side, the agent's
// adb and scrcpy code on the other, and one local websocket between them. There is no
// authentication, so it is for benchmarks on loopback only.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ViewerNotice, viewerRequest } from '@pocketfleet/contract';
import { decodeControlMessage, stampRelayTime } from '@pocketfleet/stream-protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { connectAdb } from '../../apps/agent/src/adb/tcp-connection.ts';
import { openAdbCredentials } from '../../apps/agent/src/agent-files.ts';
import { DeviceRunner } from '../../apps/agent/src/device-runner.ts';
import { PhoneClaims } from '../../apps/agent/src/phone-claims.ts';
import type { Capture } from '../../apps/agent/src/scrcpy/capture.ts';
import { readServerFile } from '../../apps/agent/src/scrcpy/server-process.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';

export type DirectStream = {
  /** Address of the frame page; it needs any access_token cookie. `/bare` beside it is a document without anything. */
  readonly url: string;
  stop(): Promise<void>;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const readyWithinMs = 15_000;

export async function startDirectStream(options: {
  readonly phone: { readonly host: string; readonly port: number };
  readonly siteDist: string;
  readonly scrcpyServer: string;
  /** Folder of the key for adb. */
  readonly keyDir: string;
}): Promise<DirectStream> {
  const credentials = openAdbCredentials(options.keyDir, 'bench');
  const runner = new DeviceRunner({
    connect: (limitMs) => connectAdb(options.phone, credentials, limitMs),
    claims: new PhoneClaims(),
    serverFile: readServerFile(options.scrcpyServer),
    log: createLog('silent'),
    onReport: () => {},
  });
  runner.start();
  await waitUntilUsable(runner);

  const http = createServer((request, response) => void answer(request, response));
  const sockets = new WebSocketServer({ server: http, handleProtocols: () => 'pocketfleet' });
  sockets.on('connection', (socket) => joinCapture(socket, runner.capture('focus')));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const place = `localhost:${(http.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path.endsWith('/stream/start')) {
      const started = {
        success: true,
        stream_url: `ws://${place}/stream`,
        session_id: randomUUID(),
        ticket: 'none',
        expires_at: null,
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(started));
      return;
    }
    if (path === '/bare') {
      response.writeHead(200, { 'content-type': types['.html'] }).end('<!doctype html><title>Bare</title>');
      return;
    }
    const file = path.startsWith('/frame/') ? '/frame.html' : path;
    const body = await readFile(join(options.siteDist, file)).catch(() => undefined);
    if (body === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
        .end(body);
  }

  return {
    url: `http://${place}/frame/direct`,
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await runner.stop();
    },
  };
}

/** Does the work of the agent's channel and the relay's viewer in one object. */
function joinCapture(socket: WebSocket, capture: Capture): void {
  const send = (notice: ViewerNotice): void => socket.send(JSON.stringify(notice));
  const sink = {
    send: (message: Uint8Array): void => {
      stampRelayTime(message, Math.trunc(performance.now()));
      socket.send(message, { binary: true });
    },
    failed: (detail: string): void => send({ type: 'phone', state: 'failed', detail }),
  };
  socket.on('message', (bytes: Buffer, isBinary) => {
    if (isBinary) return capture.control(decodeControlMessage(bytes));
    const request = viewerRequest.parse(JSON.parse(bytes.toString()));
    if (request.type === 'key_packet') capture.requestKeyPacket();
    if (request.type !== 'ping') return;
    send({
      type: 'pong',
      client_time_ms: request.client_time_ms,
      relay_time_ms: performance.now() % 2 ** 32,
    });
  });
  socket.on('close', () => capture.leave(sink));
  send({
    type: 'welcome',
    session_id: randomUUID(),
    relay_time_ms: Math.trunc(performance.now()),
    expires_at: null,
    may_control: true,
  });
  send({ type: 'role', role: 'controlling', viewers: 1 });
  capture.join(sink);
}

async function waitUntilUsable(runner: DeviceRunner): Promise<void> {
  const deadlineMs = performance.now() + readyWithinMs;
  while (!runner.isUsable()) {
    if (performance.now() > deadlineMs) {
      await runner.stop();
      throw new Error(`the phone could not be used within ${readyWithinMs / 1000} s`);
    }
    await wait(50);
  }
}
