// Input while a phone's channel is lost, with fake sockets.
import {
  decodeControlMessage,
  encodeControlMessage,
  encodePacket,
  type PacketKind,
} from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Relay } from './relay.ts';

const place = { deviceId: 'device', assignmentId: 'assignment' };
const home = encodeControlMessage({ type: 'key', action: 'down', keycode: 3, repeat: 0, metaState: 0 });
let channel: FakeSocket;
let openFails: Error | undefined;
let relay: Relay;

beforeEach(() => {
  vi.useFakeTimers();
  openFails = undefined;
  relay = new Relay({
    now: () => Date.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    openChannel: async () => {
      if (openFails !== undefined) throw openFails;
      channel = new FakeSocket();
      return channel as unknown as WebSocket;
    },
  });
});
afterEach(() => {
  relay.stop();
  vi.useRealTimers();
});

async function view(): Promise<FakeSocket> {
  const socket = new FakeSocket();
  relay.addViewer(place, socket as unknown as WebSocket, {
    mayControl: true,
    quality: 'focus',
    isPaused: false,
    isAhead: false,
    wantsSound: true,
    sessionId: 'session',
    expiresAt: null,
  });
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}

const typed = (text: string) => encodeControlMessage({ type: 'text', text });
const textsOf = (socket: FakeSocket) =>
  socket
    .packets()
    .map((bytes) => decodeControlMessage(bytes))
    .map((message) => ('text' in message ? message.text : message.type));

test('text that is typed while a channel is opened again waits for it, in its order', async () => {
  const viewer = await view();
  channel.terminate();
  for (const bytes of [typed('한'), home, typed('b')]) viewer.hear(bytes);
  await vi.advanceTimersByTimeAsync(200);
  viewer.hear(typed('c'));
  expect(textsOf(channel)).toEqual(['한', 'key', 'b', 'c']);
});

test('text that is typed while the phone is away for longer is not sent later, but told', async () => {
  openFails = new Error('The phone is offline.');
  const viewer = await view();
  for (const bytes of [typed('가'), home, typed('나')]) viewer.hear(bytes);
  await vi.advanceTimersByTimeAsync(11_000);
  openFails = undefined;
  relay.devicesChanged([place.deviceId]);
  await vi.advanceTimersByTimeAsync(100);
  expect(textsOf(channel)).toEqual([]);
  const told = { type: 'typed', outcome: 'failed', why: null, text: '가나' };
  expect(viewer.notices().filter((notice) => notice.type === 'typed')).toEqual([told]);
});

const toldTo = (viewer: FakeSocket) => viewer.notices().filter((notice) => notice.type === 'typed');

test('text that went into a line that is dead but open is told, and not typed again', async () => {
  const viewer = await view();
  viewer.hear(typed('a'));
  const dead = channel;
  dead.isReading = false;
  for (const bytes of [typed('한'), home, typed('b')]) viewer.hear(bytes);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(dead.readyState).toBe(dead.CLOSED);
  await vi.advanceTimersByTimeAsync(200);
  viewer.hear(typed('c'));
  expect(toldTo(viewer)).toEqual([{ type: 'typed', outcome: 'unconfirmed', why: null, text: '한b' }]);
  expect([textsOf(channel), channel === dead]).toEqual([['c'], false]);
});

test('input that the host has confirmed is not told when its channel is lost later, and input after the ping is', async () => {
  const viewer = await view();
  channel.isReading = false;
  viewer.hear(typed('a'));
  for (const letter of 'bc') viewer.hear(typed(letter));
  // One ping is on its way at a time, and the next one asks for the rest.
  expect(channel.pings).toBe(1);
  channel.emit('pong');
  expect(channel.pings).toBe(2);
  viewer.hear(home);
  channel.terminate();
  expect(toldTo(viewer)).toEqual([{ type: 'typed', outcome: 'unconfirmed', why: null, text: 'bc' }]);
});

test('text that the host still types when nobody watches that quality any more is not told as lost', async () => {
  const viewer = await view();
  const old = channel;
  old.isReading = false;
  viewer.hear(typed('한'));
  viewer.hear('{"type":"quality","quality":"lean"}');
  await vi.advanceTimersByTimeAsync(0);
  channel.hear(packet('video_config'));
  channel.hear(packet('video', true));
  for (let seconds = 0; seconds < 11; seconds++) {
    for (const each of [old, channel]) each.hear(packet('heartbeat'));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect([old.closeCode, toldTo(viewer)]).toEqual([1_000, []]);
});

const packet = (kind: PacketKind, key = false) =>
  encodePacket({ kind, key, sequence: 0, ptsUs: 0n, payload: new Uint8Array(1) });
