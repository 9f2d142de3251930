// The websockets of one HTTP server: a small router by path. A socket is accepted first and authorized afterwards, because
// only an accepted socket can be closed with a reason. Browsers of other sites are refused before that.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import proxyAddress from '@fastify/proxy-addr';
import { type CloseReason, closeCodes } from '@pocketfleet/contract';
import type { Rate } from '@pocketfleet/stream-protocol';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { createAddressLimiter } from './address-limiter.ts';
import { createUnprovenSockets, type UnprovenLimits } from './unproven-sockets.ts';

const closeTimeoutMs = 2_000;

export type SocketCall = {
  params: Record<string, string>;
  query: URLSearchParams;
  /** The subprotocols offered after ours: the ticket or secret, when there is one. */
  offered: string[];
  request: IncomingMessage;
  /** The client's address, which a trusted proxy reports. */
  address: string;
  /** Call when the client is authenticated: the limits for unproven sockets no longer hold for it. */
  proven: () => void;
};

export type SocketRoute = {
  /** "/ws/devices/{id}/stream" */
  path: string;
  /** The client must offer it first. Without it no subprotocol is needed. */
  subprotocol?: string;
  maxMessageBytes: number;
  onSocket: (socket: WebSocket, call: SocketCall) => void;
};

export type Websockets = {
  onUpgrade: (route: SocketRoute) => void;
  /** Closes each socket with `going_away`, and ends those that don't close within a second. */
  stop: () => Promise<void>;
  isStopping: () => boolean;
};

export type WebsocketsOptions = {
  log: Logger;
  /** Undefined: for agents. A client that sends an Origin is a browser and is refused. */
  allowedOrigins: readonly string[] | undefined;
  maxSockets: number;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted; none by default. */
  trustedProxies?: string[];
  /** The rate of upgrades for each address. */
  perAddress?: Rate;
  /** Limits for sockets until `proven` is called. */
  unproven?: UnprovenLimits;
  /** Is asked before the routes. Returns whether it has taken the upgrade. */
  takeUpgrade?: ((request: IncomingMessage, stream: Duplex, head: Buffer) => boolean) | undefined;
};

/** One viewer's mosaic of fifty phones reconnects 200 times a second, and an office shares one address. */
const perAddressDefault: Rate = { perSecond: 400, burst: 2_000 };

type Listening = SocketRoute & { pattern: RegExp; server: WebSocketServer };

export function createWebsockets(server: Server, options: WebsocketsOptions): Websockets {
  const routes: Listening[] = [];
  const open = new Set<WebSocket>();
  const addresses = createAddressLimiter(options.perAddress ?? perAddressDefault);
  const isTrusted = proxyAddress.compile(options.trustedProxies ?? []);
  const unproven = options.unproven && createUnprovenSockets(options.unproven, options.log);
  let stopped = false;

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => undefined);
    const url = parseTarget(request.url);
    if (url === undefined) return refuse(stream, '400 Bad Request');
    const address = proxyAddress(request, isTrusted);
    if (!addresses.take(address)) return refuse(stream, '429 Too Many Requests');
    if (options.takeUpgrade?.(request, stream, head) === true) return;
    const route = routes.find((candidate) => candidate.pattern.test(url.pathname));
    if (route === undefined) return refuse(stream, '404 Not Found');
    if (!isOriginAllowed(request.headers.origin, options.allowedOrigins)) {
      return refuse(stream, '403 Forbidden');
    }
    if (stopped || open.size >= options.maxSockets) return refuse(stream, '503 Service Unavailable');
    const [first, ...offered] = offeredSubprotocols(request);
    if (route.subprotocol !== undefined && first !== route.subprotocol) {
      return refuse(stream, '400 Bad Request');
    }
    const proven = unproven === undefined ? () => undefined : unproven.admit(stream, address);
    if (proven === undefined) return refuse(stream, '429 Too Many Requests');
    if ('setNoDelay' in stream) (stream as Socket).setNoDelay(true);
    route.server.handleUpgrade(request, stream, head, (socket) => {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        const fault = faults.get(socket);
        if (fault !== undefined) options.log.info({ path: url.pathname, fault }, 'a socket was closed');
      });
      // A protocol error closes the socket by itself; without a listener it would end the process.
      socket.on('error', (error) => {
        options.log.debug({ err: error, path: route.path }, 'socket error');
        if ('code' in error && String(error.code).startsWith('WS_ERR_'))
          noteFault(socket, String(error.code));
      });
      const params = route.pattern.exec(url.pathname)?.groups ?? {};
      route.onSocket(socket, {
        params: { ...params },
        query: url.searchParams,
        offered,
        request,
        address,
        proven,
      });
    });
  });

  return {
    onUpgrade: (route) => {
      const source = route.path.replace(/\{(\w+)\}/g, '(?<$1>[A-Za-z0-9_-]{1,64})');
      routes.push({
        ...route,
        pattern: new RegExp(`^${source}$`),
        server: new WebSocketServer({
          noServer: true,
          clientTracking: false,
          perMessageDeflate: false,
          maxPayload: route.maxMessageBytes,
          handleProtocols: () => route.subprotocol ?? false,
        }),
      });
    },
    isStopping: () => stopped,
    stop: async () => {
      stopped = true;
      for (const socket of open) closeSocket(socket, 'going_away');
      const deadline = performance.now() + 1_000;
      while (open.size > 0 && performance.now() < deadline) await new Promise((done) => setTimeout(done, 20));
      for (const socket of open) socket.terminate();
    },
  };
}

/** The protocol fault of each socket that had one. It is logged once, when the socket closes. */
const faults = new WeakMap<WebSocket, string>();

function noteFault(socket: WebSocket, fault: string): void {
  if (!faults.has(socket)) faults.set(socket, fault);
}

/** Closes a socket for a fault of its peer. Further faults until it is closed are ignored. */
export function closeForFault(socket: WebSocket, reason: CloseReason): void {
  if (socket.readyState !== socket.OPEN) return;
  noteFault(socket, reason);
  closeSocket(socket, reason);
}

const closing = new WeakSet<WebSocket>();

/** Closes with a code of the contract. The first reason counts, because messages may still arrive that close it again. */
export function closeSocket(socket: WebSocket, reason: CloseReason): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  // A peer that doesn't answer the close must not keep the socket open.
  const timer = setTimeout(() => socket.terminate(), closeTimeoutMs);
  socket.once('close', () => clearTimeout(timer));
  socket.close(closeCodes[reason].code, closeCodes[reason].detail);
}

/** PUBLIC_URL, and in the demo the other names of the loopback address. */
export function originsOf(publicUrl: string, demo: boolean): string[] {
  const origins = [publicUrl];
  if (demo) {
    const { port, protocol } = new URL(publicUrl);
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      origins.push(`${protocol}//${name}${port === '' ? '' : `:${port}`}`);
    }
  }
  return [...new Set(origins)];
}

/** The request target may be anything: `//`, `http://`, a whole URL. Only a path is accepted. */
function parseTarget(target: string | undefined): URL | undefined {
  const base = 'http://localhost';
  if (target?.startsWith('/') !== true || !URL.canParse(`${base}${target}`)) return undefined;
  return new URL(`${base}${target}`);
}

function isOriginAllowed(origin: string | undefined, allowed: readonly string[] | undefined): boolean {
  if (allowed === undefined) return origin === undefined;
  // Browsers always send one. A program without one needs a ticket like everybody else.
  return origin === undefined || allowed.includes(origin);
}

function offeredSubprotocols(request: IncomingMessage): string[] {
  const header = request.headers['sec-websocket-protocol'] ?? '';
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, 4);
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
