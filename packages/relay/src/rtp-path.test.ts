// The relay's second way for pictures, with a fake port: which packets go which way, and what ends it.
import type { RtpEvents, RtpPort } from '@pocketfleet/rtp-sender';
import { encodePacket, encodeVideoConfig, type PacketKind } from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Relay } from './relay.ts';

const parameterSets = Uint8Array.of(0, 0, 1, 0x67, 5);
const config = encodeVideoConfig({ codec: 1, width: 2, height: 4, parameterSets });
let relay: Relay;
let channels: FakeSocket[];
let sent: { annexB: Uint8Array; timeMs: number }[];
let events: RtpEvents | undefined;
let isClosed: boolean;
let hasRoom: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  [channels, sent, events, isClosed, hasRoom] = [[], [], undefined, false, true];
  const port: RtpPort = {
    sessionCount: 0,
    open(given) {
      if (!hasRoom) return undefined;
      events = given;
      return {
        heardAtMs: Date.now(),
        accept: () => given.onConnected(),
        send: (picture) => {
          sent.push(picture);
          return picture.timeMs;
        },
        count: () => ({ packets: 0, askedAgain: 0 }),
        close: () => {
          isClosed = true;
        },
      };
    },
    close: () => undefined,
  };
  relay = new Relay({
    now: () => Date.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    rtpPort: () => port,
    openChannel: async () => {
      const channel = new FakeSocket();
      channels.push(channel);
      return channel as unknown as WebSocket;
    },
  });
});
afterEach(() => {
  relay.stop();
  vi.useRealTimers();
});

const answer = {
  type: 'rtp_answer',
  ice_ufrag: 'abcd',
  ice_pwd: 'b'.repeat(22),
  fingerprint: Array(32).fill('AB').join(':'),
};
const ask = (viewer: FakeSocket, request: object) => viewer.hear(JSON.stringify(request));
const phoneSends = (kind: PacketKind, isKey = false) => {
  const payload = kind === 'video_config' ? config : Uint8Array.of(0, 0, 1, isKey ? 0x65 : 0x41, 9);
  channels.at(-1)?.hear(encodePacket({ kind, key: isKey, sequence: 0, ptsUs: 0n, payload }));
};
const sees = (viewer: FakeSocket) =>
  ask(viewer, { type: 'ping', client_time_ms: Date.now() + 40, seen_relay_time_ms: Date.now() % 2 ** 32 });
/** One picture each 50 ms, each of them seen. */
function play(viewer: FakeSocket, pictures: number): void {
  for (let index = 0; index < pictures; index++) {
    vi.advanceTimersByTime(50);
    phoneSends('video');
    sees(viewer);
  }
}
const pictures = (viewer: FakeSocket) => viewer.packets().filter(([kind]) => kind === 2).length;
const told = (viewer: FakeSocket, type: string) => viewer.notices().filter((notice) => notice.type === type);

async function watch(): Promise<FakeSocket> {
  const viewer = new FakeSocket();
  relay.addViewer({ deviceId: 'device', assignmentId: 'assignment' }, viewer as unknown as WebSocket, {
    mayControl: true,
    quality: 'focus',
    isPaused: false,
    isAhead: false,
    wantsSound: true,
    sessionId: 'session',
    expiresAt: null,
  });
  await vi.advanceTimersByTimeAsync(0);
  phoneSends('video_config');
  phoneSends('video', true);
  return viewer;
}

async function watchByRtp(): Promise<FakeSocket> {
  const viewer = await watch();
  ask(viewer, { type: 'rtp_join' });
  ask(viewer, answer);
  vi.advanceTimersByTime(50);
  phoneSends('video', true);
  sees(viewer);
  ask(viewer, { type: 'rtp_use' });
  play(viewer, 3);
  return viewer;
}

test('the welcome names the requests, and the offer is passed on', async () => {
  const viewer = await watch();
  expect(viewer.notices()[0]).toMatchObject({ understands: expect.arrayContaining(['rtp_join', 'rtp_use']) });
  ask(viewer, { type: 'rtp_join' });
  events?.onOffer('an offer');
  expect(told(viewer, 'rtp_offer')).toEqual([{ type: 'rtp_offer', sdp: 'an offer' }]);
});

test('pictures go both ways until the viewer decides, by RTP from a key picture on, with its parameter sets', async () => {
  const viewer = await watch();
  ask(viewer, { type: 'rtp_join' });
  ask(viewer, answer);
  const before = pictures(viewer);
  phoneSends('video');
  expect(sent).toEqual([]);
  phoneSends('video', true);
  phoneSends('video');
  expect(sent.map(({ annexB }) => [...annexB])).toEqual([
    [0, 0, 1, 0x67, 5, 0, 0, 1, 0x65, 9],
    [0, 0, 1, 0x41, 9],
  ]);
  expect(pictures(viewer)).toBe(before + 3);
});

test('after that, only pictures leave the websocket', async () => {
  const viewer = await watchByRtp();
  const before = viewer.packets().length;
  phoneSends('video');
  phoneSends('clipboard');
  expect(sent.length).toBe(5);
  expect(
    viewer
      .packets()
      .slice(before)
      .map(([kind]) => kind),
  ).toEqual([6]);
});

test('the viewer is told how large the pictures were, at most ten times a second', async () => {
  const viewer = await watchByRtp();
  play(viewer, 20);
  const notices = told(viewer, 'rtp_sent') as unknown as { pictures: [number, number][] }[];
  expect(notices.length).toBeLessThanOrEqual(13);
  expect(notices.flatMap((notice) => notice.pictures).at(0)).toEqual([expect.any(Number), 10]);
});

test('when no picture is seen for a second, they go by the websocket again, from a key picture on', async () => {
  const viewer = await watchByRtp();
  const before = pictures(viewer);
  for (let index = 0; index < 50; index++) {
    vi.advanceTimersByTime(50);
    phoneSends('video');
    ask(viewer, { type: 'ping', client_time_ms: Date.now() + 40, seen_relay_time_ms: 1 });
  }
  expect(told(viewer, 'rtp_end')).toHaveLength(1);
  expect(isClosed).toBe(true);
  expect(pictures(viewer)).toBe(before);
  phoneSends('video', true);
  phoneSends('video');
  expect(pictures(viewer)).toBe(before + 2);
});

test('while the line is full, nothing is sent until a key picture comes', async () => {
  const viewer = await watchByRtp();
  play(viewer, 1);
  const before = sent.length;
  vi.advanceTimersByTime(20);
  phoneSends('video');
  vi.advanceTimersByTime(900);
  phoneSends('video');
  expect(sent.length).toBe(before + 1);
  sees(viewer);
  ask(viewer, { type: 'ping', client_time_ms: Date.now() + 40, seen_relay_time_ms: sent.at(-1)?.timeMs });
  phoneSends('video');
  phoneSends('video', true);
  expect(sent.length).toBe(before + 2);
  expect(told(viewer, 'skipped')).toHaveLength(1);
});

test.each([
  ['the viewer leaves', (viewer: FakeSocket) => ask(viewer, { type: 'rtp_leave' })],
  ['the viewer pauses', (viewer: FakeSocket) => ask(viewer, { type: 'pause' })],
  ['its websocket closes', (viewer: FakeSocket) => viewer.terminate()],
  ['the session is lost', () => events?.onClosed()],
])('RTP ends when %s', async (_, end) => {
  const viewer = await watchByRtp();
  end(viewer);
  expect(isClosed).toBe(true);
});

test('a viewer that never decides gets no copies for long', async () => {
  const viewer = await watch();
  ask(viewer, { type: 'rtp_join' });
  ask(viewer, answer);
  phoneSends('video', true);
  vi.advanceTimersByTime(5_000);
  expect(isClosed).toBe(true);
  expect(told(viewer, 'rtp_end')).toHaveLength(1);
});

test('a viewer that asks again and again is told no', async () => {
  const viewer = await watch();
  for (let index = 0; index < 20; index++) {
    ask(viewer, { type: 'rtp_join' });
    ask(viewer, { type: 'rtp_leave' });
  }
  events = undefined;
  ask(viewer, { type: 'rtp_join' });
  expect(events).toBeUndefined();
  expect(viewer.readyState).toBe(viewer.OPEN);
});

test('where there is no room, the viewer is told so, and may ask later', async () => {
  hasRoom = false;
  const viewer = await watch();
  ask(viewer, { type: 'rtp_join' });
  await vi.advanceTimersByTimeAsync(0);
  expect(told(viewer, 'rtp_end')).toHaveLength(1);
  hasRoom = true;
  ask(viewer, { type: 'rtp_join' });
  expect(events).toBeDefined();
});

test.each([
  ['a fingerprint with another line in it', { fingerprint: `${answer.fingerprint}\r\na=candidate:1` }],
  ['a password of another form', { ice_pwd: 'short' }],
  ['a name with a line break', { ice_ufrag: 'ab\r\ncd' }],
])('%s ends the connection', async (_, change) => {
  const viewer = await watch();
  ask(viewer, { type: 'rtp_join' });
  ask(viewer, { ...answer, ...change });
  expect(viewer.closeCode).toBe(4400);
});
