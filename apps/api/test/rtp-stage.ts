// The real relay and the real player of a browser, with a phone that draws one colour for each frame, and a UDP line between
// them that tests can cut: for tests of pictures as RTP.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Relay } from '@pocketfleet/relay';
import { openRtpPort, type RtpPort } from '@pocketfleet/rtp-sender';
import { createH264Encoder } from '@pocketfleet/scrcpy-server';
import { codecs, encodeHeartbeat, encodePacket, encodeVideoConfig } from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { type WebSocket, WebSocketServer } from 'ws';
import { freeUdpPort, openUdpLine, type UdpLine } from '../../../e2e/udp-line.ts';

const host = '127.0.0.1';
const frameMs = 50;
export type Colour = readonly [red: number, green: number, blue: number];

export type RtpStage = {
  readonly origin: string;
  readonly udp: UdpLine;
  readonly rtp: RtpPort;
  /** The kinds of requests that viewers have sent. */
  readonly requests: string[];
  /** The colour of every frame from now on; undefined: the screen stands still. */
  colour: Colour | undefined;
  /** Video packets that went by websockets. */
  readonly websocketPictures: () => number;
  resize(width: number, height: number): void;
  stop(): Promise<void>;
};

/** `dist` is the built page of the player. */
export async function startRtpStage(dist: string): Promise<RtpStage> {
  const port = await freeUdpPort(host);
  const udp = await openUdpLine(host, port);
  const now = () => performance.now();
  const rtp = await openRtpPort({ host, port, reachedAt: { address: host, port: udp.port }, now });
  const phone = startPhone();
  const requests: string[] = [];
  let pictures = 0;
  const relay = new Relay({
    now,
    nodeId: 'node',
    publishSeat: () => undefined,
    rtpPort: () => rtp,
    openChannel: async () => phone.open(),
  });
  const http = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/api/')) {
      const stream_url = `${origin.replace('http', 'ws')}/stream`;
      const started = { success: true, stream_url, session_id: randomUUID(), ticket: 'a', expires_at: null };
      return response.end(JSON.stringify(started));
    }
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type });
    return response.end(await readFile(join(dist, path === '/' ? '/player.html' : path)));
  });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'pocketfleet' });
  http.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (viewer: WebSocket) => {
      viewer.on('message', (data, isBinary) => {
        if (!isBinary) requests.push(JSON.parse(String(data)).type);
      });
      const send = viewer.send.bind(viewer) as (...all: unknown[]) => void;
      Object.assign(viewer, {
        send(data: string | Uint8Array, ...rest: unknown[]) {
          if (typeof data !== 'string' && data[0] === 2) pictures += 1;
          send(data, ...rest);
        },
      });
      relay.addViewer({ deviceId: 'device', assignmentId: 'assignment' }, viewer, {
        mayControl: true,
        quality: 'focus',
        isPaused: false,
        isAhead: false,
        wantsSound: true,
        sessionId: randomUUID(),
        expiresAt: null,
      });
    }),
  );
  await new Promise<void>((resolve) => http.listen(0, host, resolve));
  const origin = `http://localhost:${(http.address() as AddressInfo).port}`;
  return {
    origin,
    udp,
    rtp,
    requests,
    get colour() {
      return phone.colour;
    },
    set colour(colour) {
      phone.colour = colour;
    },
    websocketPictures: () => pictures,
    resize: phone.resize,
    async stop() {
      relay.stop();
      await phone.stop();
      rtp.close();
      udp.stop();
      for (const viewer of sockets.clients) viewer.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Draws twenty frames a second into one channel. A busy machine draws fewer. */
function startPhone() {
  const channels = new Set<FakeSocket>();
  let size = { width: 320, height: 640 };
  let encoder = openEncoder();
  let [sequence, ptsUs, wantsKey, isEncoding] = [0, 0, true, false];
  const phone = { colour: [220, 30, 30] as Colour | undefined, open, resize, stop };

  function openEncoder() {
    return createH264Encoder({ ...size, bitsPerSecond: 1_000_000, framesPerSecond: 20 });
  }

  function open(): WebSocket {
    const channel = new FakeSocket();
    channel.send = (data) => {
      wantsKey ||= typeof data === 'string' && data.includes('key_packet');
    };
    channels.add(channel);
    channel.on('close', () => channels.delete(channel));
    wantsKey = true;
    return channel as unknown as WebSocket;
  }

  function send(kind: 'video_config' | 'video' | 'heartbeat', payload: Uint8Array, key = false): void {
    sequence += 1;
    for (const channel of channels) {
      channel.hear(encodePacket({ kind, key, sequence, ptsUs: BigInt(ptsUs), payload }));
    }
  }

  async function draw(): Promise<void> {
    const colour = phone.colour;
    if (isEncoding || channels.size === 0 || (colour === undefined && !wantsKey)) return;
    isEncoding = true;
    const flat = Uint8Array.of(...(colour ?? [0, 0, 0]), 255);
    const pixels = Buffer.alloc(size.width * size.height * 4, flat);
    ptsUs += frameMs * 1_000;
    const asked = wantsKey;
    wantsKey = false;
    const encoded = await encoder.encode(pixels, ptsUs, asked);
    isEncoding = false;
    if (encoded.config !== undefined) {
      send('video_config', encodeVideoConfig({ codec: codecs.h264, ...size, parameterSets: encoded.config }));
    }
    send('video', encoded.data, encoded.key);
  }

  function resize(width: number, height: number): void {
    encoder.close();
    [size, isEncoding, wantsKey] = [{ width, height }, false, true];
    encoder = openEncoder();
  }

  const drawing = setInterval(() => void draw().catch(() => undefined), frameMs);
  const heartbeats = setInterval(
    () => send('heartbeat', encodeHeartbeat({ state: 'running', lastPacketAgeMs: 0 })),
    1_000,
  );
  async function stop(): Promise<void> {
    clearInterval(drawing);
    clearInterval(heartbeats);
    encoder.close();
  }
  return phone;
}
