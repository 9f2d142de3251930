// A relay and a phone in one small server, for tests of the player. It implements the protocol (tickets, subprotocols,
// packets, text messages) and encodes real H.264, one flat colour for each frame. Tests read the player's messages and make
// the server misbehave.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { laterRequests, streamQuality, type ViewerNotice, type ViewerRequest } from '@pocketfleet/contract';
import { createH264Encoder } from '@pocketfleet/scrcpy-server';
import {
  type ControlMessage,
  codecs,
  decodeControlMessage,
  encodeHeartbeat,
  encodePacket,
  encodeVideoConfig,
  type PacketKind,
  stampRelayTime,
} from '@pocketfleet/stream-protocol';
import { type WebSocket, WebSocketServer } from 'ws';

export type Colour = readonly [red: number, green: number, blue: number];

export interface DrawOptions {
  readonly lost?: boolean;
  readonly isBroken?: boolean;
  readonly fillerBytes?: (isKey: boolean) => number;
}

export interface TestRelay {
  readonly origin: string;
  readonly controls: ControlMessage[];
  readonly requests: ViewerRequest[];
  /** The queries of the sockets' addresses. */
  readonly queries: string[];
  readonly ticketsGiven: () => number;
  readonly viewers: () => number;
  /**
   * Encodes one frame of this colour and sends it to all viewers. `lost`: it is not sent. `isBroken`: its bytes can't be
   * decoded. `fillerBytes`: bytes that are added to its size and that decoders ignore.
   */
  draw(colour: Colour, options?: DrawOptions): Promise<void>;
  resize(width: number, height: number): void;
  setHeartbeats(isOn: boolean): void;
  /** Later tickets name this websocket origin, and later pages may only open sockets to `allowed` and their own origin. */
  sendViewersTo(origin: string, allowed: string): void;
  /** Cuts all connections without a closing handshake, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  closeViewers(code: number): void;
  sendClipboard(text: string): void;
  sendNotice(notice: ViewerNotice): void;
  /** Sends a packet unchanged. */
  sendRaw(packet: Uint8Array): void;
  /** Makes the next frame a key packet, which a relay needs after it has skipped packets. */
  requestKey(): void;
  stop(): Promise<void>;
}

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export async function startTestRelay(
  webDist: string,
  size = { width: 320, height: 640 },
): Promise<TestRelay> {
  const tickets = new Set<string>();
  const controls: ControlMessage[] = [];
  const requests: ViewerRequest[] = [];
  const queries: string[] = [];
  const viewers = new Set<WebSocket>();
  const paused = new Set<WebSocket>();
  let given = 0;
  let isCut = false;
  let hasHeartbeats = true;
  let streamOrigin: string | undefined;
  let allowed = 'ws:';
  let sequence = 0;
  let wantsKey = true;
  let frameSize = size;
  let encoder = openEncoder(frameSize);
  let lastColour: Colour = [0, 0, 0];
  let config: Uint8Array<ArrayBuffer> | undefined;
  let ptsUs = 0;

  const http = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (isCut) {
      request.socket.destroy();
      return;
    }
    if (/^\/api\/devices\/[^/]+\/stream\/start$/.test(path) && request.method === 'POST') {
      if (request.headers.authorization !== 'Bearer test-token') {
        response.writeHead(401, { 'content-type': 'application/json' });
        return response.end(
          JSON.stringify({ detail: 'Please log in and try again.', code: 'not_authenticated' }),
        );
      }
      const ticket = randomUUID();
      tickets.add(ticket);
      given++;
      response.writeHead(200, { 'content-type': 'application/json' });
      const stream_url = `${streamOrigin ?? origin.replace('http', 'ws')}/ws/devices/x/stream`;
      const body = { success: true, stream_url, session_id: randomUUID(), ticket, expires_at: null };
      return response.end(JSON.stringify(body));
    }
    const file =
      path.startsWith('/assets/') || path === '/player.html'
        ? path
        : path.startsWith('/frame/')
          ? '/frame.html'
          : undefined;
    if (file === undefined) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end('<!doctype html><title>Page around</title>');
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      // Like the API: only this worker may compile WebAssembly.
      'content-security-policy': file.includes('/fallback-worker')
        ? "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
        : `default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self' ${allowed}`,
    });
    return response.end(await readFile(join(webDist, file)));
  });

  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'pocketfleet' });
  http.on('upgrade', (request, socket, head) => {
    const [name, ticket] = (request.headers['sec-websocket-protocol'] ?? '').split(', ');
    if (isCut || name !== 'pocketfleet' || !tickets.delete(ticket ?? '')) {
      socket.destroy();
      return;
    }
    queries.push(new URL(request.url ?? '/', origin).search);
    sockets.handleUpgrade(request, socket, head, (viewer) => void welcome(viewer));
  });

  function openEncoder({ width, height }: { width: number; height: number }) {
    return createH264Encoder({ width, height, bitsPerSecond: 2_000_000, framesPerSecond: 30 });
  }

  function send(viewer: WebSocket, kind: PacketKind, payload: Uint8Array, key = false) {
    const packet = encodePacket({ kind, key, sequence: sequence++, ptsUs: BigInt(ptsUs), payload });
    stampRelayTime(packet, performance.now());
    viewer.send(packet);
  }

  function sendQuality(viewer: WebSocket, requested: string | null) {
    const quality = streamQuality.safeParse(requested).data ?? 'focus';
    viewer.send(JSON.stringify({ type: 'quality', quality } satisfies ViewerNotice));
    wantsKey = true;
  }

  async function welcome(viewer: WebSocket) {
    viewer.on('error', () => viewer.terminate());
    viewer.on('close', () => viewers.delete(viewer));
    viewer.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        controls.push(decodeControlMessage(new Uint8Array(data)));
        return;
      }
      const request = JSON.parse(data.toString()) as ViewerRequest;
      requests.push(request);
      if (request.type === 'pause') paused.add(viewer);
      if (request.type === 'resume' && paused.delete(viewer)) wantsKey = true;
      if (request.type === 'key_packet') wantsKey = true;
      if (request.type === 'quality') sendQuality(viewer, request.quality);
      if (request.type !== 'ping') return;
      const { client_time_ms } = request;
      viewer.send(JSON.stringify({ type: 'pong', client_time_ms, relay_time_ms: performance.now() }));
    });
    viewer.send(
      JSON.stringify({
        type: 'welcome',
        session_id: randomUUID(),
        relay_time_ms: performance.now(),
        expires_at: null,
        may_control: true,
        qualities: streamQuality.options,
        understands: [...laterRequests],
      } satisfies ViewerNotice),
    );
    const query = new URLSearchParams(queries.at(-1));
    sendQuality(viewer, query.get('stand_in') ?? query.get('quality'));
    viewers.add(viewer);
    wantsKey = true;
    await draw(lastColour);
  }

  let encoding = Promise.resolve();
  function draw(
    colour: Colour,
    { lost = false, isBroken = false, fillerBytes }: DrawOptions = {},
  ): Promise<void> {
    lastColour = colour;
    encoding = encoding.then(async () => {
      const pixels = Buffer.alloc(frameSize.width * frameSize.height * 4, Uint8Array.of(...colour, 255));
      ptsUs += 33_333;
      const key = wantsKey;
      wantsKey = false;
      const encoded = await encoder.encode(pixels, ptsUs, key);
      if (encoded.config !== undefined) {
        config = encodeVideoConfig({ codec: codecs.h264, ...frameSize, parameterSets: encoded.config });
      }
      const data = withFiller(
        isBroken ? encoded.data.toReversed() : encoded.data,
        fillerBytes?.(encoded.key),
      );
      for (const viewer of viewers) {
        if (paused.has(viewer) || lost) continue;
        if (encoded.key && config !== undefined) send(viewer, 'video_config', config);
        send(viewer, 'video', data, encoded.key);
      }
    });
    return encoding;
  }

  const heartbeats = setInterval(() => {
    if (!hasHeartbeats) return;
    for (const viewer of viewers) {
      if (!paused.has(viewer))
        send(viewer, 'heartbeat', encodeHeartbeat({ state: 'running', lastPacketAgeMs: 0 }));
    }
  }, 1_000);

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(http.address() as AddressInfo).port}`;
  return {
    origin,
    controls,
    requests,
    queries,
    ticketsGiven: () => given,
    viewers: () => viewers.size,
    draw,
    resize(width, height) {
      encoder.close();
      frameSize = { width, height };
      encoder = openEncoder(frameSize);
      wantsKey = true;
    },
    sendViewersTo(other, sources) {
      [streamOrigin, allowed] = [other, sources];
    },
    setHeartbeats(isOn) {
      hasHeartbeats = isOn;
    },
    cut() {
      isCut = true;
      for (const viewer of viewers) viewer.terminate();
      http.closeAllConnections();
    },
    restore() {
      isCut = false;
    },
    closeViewers(code) {
      for (const viewer of viewers) viewer.close(code);
    },
    sendClipboard(text) {
      for (const viewer of viewers) send(viewer, 'clipboard', new TextEncoder().encode(text));
    },
    sendNotice(notice) {
      for (const viewer of viewers) viewer.send(JSON.stringify(notice));
    },
    sendRaw(packet) {
      for (const viewer of viewers) viewer.send(packet);
    },
    requestKey() {
      wantsKey = true;
    },
    async stop() {
      clearInterval(heartbeats);
      await encoding;
      encoder.close();
      for (const viewer of viewers) viewer.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** The data, followed by a NAL unit of filler data (type 12). */
function withFiller(data: Uint8Array, fillerBytes = 0): Uint8Array {
  if (fillerBytes === 0) return data;
  return Buffer.concat([
    data,
    Uint8Array.of(0, 0, 0, 1, 12),
    Buffer.alloc(fillerBytes, 0xff),
    Uint8Array.of(0x80),
  ]);
}
