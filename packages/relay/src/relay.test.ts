// The relay with fake sockets, so that tests can cause losses and delays that real sockets have rarely.
import {
  decodePacketHeader,
  encodeControlMessage,
  encodePacket,
  type PacketKind,
} from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Relay } from './relay.ts';

const place = { deviceId: 'device', assignmentId: 'assignment' };
const cancel = encodeControlMessage({ type: 'cancel_gestures' });
const home = encodeControlMessage({ type: 'key', action: 'down', keycode: 3, repeat: 0, metaState: 0 });

let channels: { socket: FakeSocket; quality: string; assignmentId: string }[];
let openFails: Error | undefined;
let relay: Relay;

beforeEach(() => {
  vi.useFakeTimers();
  channels = [];
  openFails = undefined;
  relay = new Relay({
    now: () => Date.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    openChannel: async ({ assignmentId }, quality) => {
      if (openFails !== undefined) throw openFails;
      const socket = new FakeSocket();
      channels.push({ socket, quality, assignmentId });
      return socket as unknown as WebSocket;
    },
  });
});
afterEach(() => {
  relay.stop();
  vi.useRealTimers();
});

type View = { assignmentId?: string; isPaused?: boolean; isAhead?: boolean; wantsSound?: boolean };

async function view(options: View = {}): Promise<FakeSocket> {
  const socket = new FakeSocket();
  const { assignmentId = place.assignmentId, isPaused = false } = options;
  relay.addViewer({ ...place, assignmentId }, socket as unknown as WebSocket, {
    mayControl: true,
    quality: 'focus',
    isPaused,
    isAhead: options.isAhead ?? false,
    wantsSound: options.wantsSound ?? true,
    sessionId: 'session',
    expiresAt: null,
  });
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}

const packet = (kind: PacketKind, key = false, length = 1) =>
  encodePacket({ kind, key, sequence: 0, ptsUs: 0n, payload: new Uint8Array(length) });
const channel = (index = -1) => channels.at(index)?.socket as FakeSocket;

test('a viewer is notified that the phone streams again once a new channel brings a picture', async () => {
  const viewer = await view();
  channel().hear(packet('video_config'));
  channel().terminate();
  await vi.advanceTimersByTimeAsync(200);
  channel().hear(packet('heartbeat'));
  channel().hear(packet('video', true));
  expect(viewer.phoneStates()).toEqual(['starting', 'streaming', 'offline', 'starting', 'streaming']);
});

test('a channel that is silent for three seconds is replaced, and a channel with heartbeats is kept', async () => {
  await view();
  for (let second = 0; second < 8; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    channel().hear(packet('heartbeat'));
  }
  expect(channels).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4_500);
  expect(channels).toHaveLength(2);
});

test('a capture that keeps failing is retried less and less often, and its reason stays', async () => {
  const viewer = await view();
  for (let second = 0; second < 20; second += 1) {
    const current = channel();
    if (current.readyState === current.OPEN) {
      current.hear(packet('heartbeat'));
      current.hear('{"type":"phone","state":"failed","detail":"no encoder"}');
      current.terminate();
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(channels.length).toBeLessThan(10);
  expect(viewer.notices().findLast((notice) => notice.type === 'phone')).toMatchObject({
    state: 'failed',
    detail: 'no encoder',
  });
});

test('an event that the phone is back ends the wait for the next retry', async () => {
  openFails = new Error('The phone is offline.');
  await view();
  await vi.advanceTimersByTimeAsync(10_000);
  openFails = undefined;
  relay.devicesChanged([place.deviceId]);
  await vi.advanceTimersByTimeAsync(100);
  expect(channels).toHaveLength(1);
});

test('a viewer that pauses and resumes quickly is sent the recent packets at most once a second', async () => {
  const viewer = await view();
  channel().hear(packet('video_config'));
  channel().hear(packet('video', true, 100_000));
  const before = viewer.sent.length;
  for (let count = 0; count < 200; count += 1) {
    viewer.hear('{"type":"pause"}');
    viewer.hear('{"type":"resume"}');
  }
  const large = viewer.sent.slice(before).filter((data) => data.length > 100_000);
  expect(large).toHaveLength(1);
});

test('a viewer that reads nothing has a bounded queue, whatever it sends, and is then dropped', async () => {
  const viewer = await view({ isPaused: true });
  viewer.isReading = false;
  for (let second = 0; second < 14; second += 1) {
    for (let count = 0; count < 2_000; count += 1) viewer.hear('{"type":"ping","client_time_ms":1}');
    await vi.advanceTimersByTimeAsync(1_001);
  }
  expect(viewer.bufferedAmount).toBeLessThan(300_000);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(viewer.closeCode).toBe(4413);
});

test('a viewer is held back while the phone takes nothing, and a flood of large messages closes it', async () => {
  const viewer = await view();
  channel().isReading = false;
  const clipboard = encodeControlMessage({
    type: 'set_clipboard',
    sequence: 1,
    paste: false,
    text: 'x'.repeat(200_000),
  });
  for (let second = 0; second < 3; second += 1) {
    for (let count = 0; count < 4; count += 1) viewer.hear(clipboard);
    channel().hear(packet('heartbeat'));
    await vi.advanceTimersByTimeAsync(1_001);
  }
  expect(viewer.isPaused).toBe(true);
  const flooding = await view();
  for (let count = 0; count < 8; count += 1) flooding.hear(clipboard);
  expect(flooding.closeCode).toBe(4429);
});

test('a viewer that keeps sending more than 600 control messages a second is closed, and later messages are dropped', async () => {
  const viewer = await view();
  const send = async (each: number, seconds: number) => {
    for (let ms = 0; ms < seconds * 1_000; ms += 10) {
      for (let count = 0; count < each / 100; count += 1) viewer.hear(home);
      channel().hear(packet('heartbeat'));
      await vi.advanceTimersByTimeAsync(10);
    }
  };
  await send(600, 20);
  expect(viewer.readyState).toBe(1);
  await send(1_000, 12);
  expect(viewer.closeCode).toBe(4429);
  const taken = relay.meter.controlMessages;
  expect(taken).toBeGreaterThan(12_000);
  expect(taken).toBeLessThan(22_000);
  viewer.hear(home);
  expect(relay.meter.controlMessages).toBe(taken);
});

test('messages that a stalled line delivers at once are no flood', async () => {
  const viewer = await view();
  await vi.advanceTimersByTimeAsync(1_000);
  for (let count = 0; count < 3_000; count += 1) viewer.hear(home);
  expect(viewer.readyState).toBe(1);
});

test.each<[string, (holder: FakeSocket, other: FakeSocket) => void]>([
  ['another viewer takes control', (_, other) => other.hear('{"type":"take_control"}')],
  [
    'another viewer uses control that was idle',
    (_, other) => {
      vi.setSystemTime(Date.now() + 31_000);
      other.hear(home);
    },
  ],
  ['the viewer pauses', (holder) => holder.hear('{"type":"pause"}')],
  ['the viewer leaves', (holder) => holder.terminate()],
])('the gestures of a viewer are cancelled when %s', async (_, change) => {
  const holder = await view();
  const other = await view();
  const phone = channel();
  holder.hear(home);
  change(holder, other);
  expect(phone.sent).toContainEqual(cancel);
});

test('a viewer of the next rental gets no packet of the previous one, and keeps its own stream', async () => {
  const old = await view();
  channel().hear(packet('video_config'));
  channel().hear(packet('video', true, 5_000));
  old.terminate();
  const next = await view({ assignmentId: 'next' });
  expect(channels.map(({ assignmentId }) => assignmentId)).toEqual(['assignment', 'next']);
  expect(next.sent.every((data) => typeof data === 'string')).toBe(true);
  relay.endAssignment('assignment');
  expect(channel(0).readyState).toBe(3);
  expect(channel(1).readyState).toBe(1);
});

test('a message of an agent that is no packet closes its channel and nothing else', async () => {
  const viewer = await view();
  channel().hear(Uint8Array.of(250, 1, 2));
  expect(channel().closeCode).toBe(1008);
  await vi.advanceTimersByTimeAsync(500);
  expect(channels).toHaveLength(2);
  expect(viewer.readyState).toBe(1);
});

test('a viewer ahead of a click sees the picture, is not counted, and takes control from nobody', async () => {
  const ahead = await view({ isAhead: true });
  channel().hear(packet('video_config'));
  channel().hear(packet('video', true));
  expect(ahead.packets()).toHaveLength(2);
  expect(relay.count().viewers).toBe(0);
  const other = await view();
  expect(other.notices().findLast(({ type }) => type === 'role')).toMatchObject({
    role: 'controlling',
    viewers: 1,
  });
  ahead.hear('{"type":"arrive"}');
  expect(relay.count().viewers).toBe(2);
  expect(ahead.notices().findLast(({ type }) => type === 'role')).toMatchObject({
    role: 'watching',
    viewers: 2,
  });
  expect(other.notices().findLast(({ type }) => type === 'role')).toMatchObject({
    role: 'controlling',
    viewers: 2,
  });
});

test('a viewer that leaves before its click leaves only a capture behind, which ends by itself', async () => {
  const other = await view();
  const noticeCount = other.notices().length;
  const ahead = await view({ isAhead: true });
  ahead.terminate();
  expect(other.notices()).toHaveLength(noticeCount);
  other.terminate();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(channel().readyState).toBe(3);
});

test('a capture that was started only ahead of a click ends when the click does not come', async () => {
  const ahead = await view({ isAhead: true });
  expect(channel().readyState).toBe(1);
  ahead.terminate();
  await vi.advanceTimersByTimeAsync(1);
  expect(channel().readyState).toBe(3);
});

test.each<[string, (ahead: FakeSocket) => void]>([
  ['touches the phone', (ahead) => ahead.hear(home)],
  ['takes control', (ahead) => ahead.hear('{"type":"take_control"}')],
  ['stays for ten seconds', () => vi.advanceTimersByTime(10_000)],
])('a viewer ahead of a click that %s is counted', async (_, arrive) => {
  const ahead = await view({ isAhead: true });
  arrive(ahead);
  expect(relay.count().viewers).toBe(1);
});

test('a muted viewer gets only the configuration of the sound, and all of the sound once it is unmuted', async () => {
  const muted = await view({ wantsSound: false });
  const listening = await view();
  const isAudio = (bytes: Uint8Array) => decodePacketHeader(bytes).kind === 'audio';
  channel().hear(packet('audio_config'));
  for (let count = 0; count < 50; count += 1) channel().hear(packet('audio'));
  expect(muted.packets()).toHaveLength(1);
  expect(listening.packets().filter(isAudio)).toHaveLength(50);
  muted.hear('{"type":"sound","is_wanted":true}');
  channel().hear(packet('audio'));
  expect(muted.packets().filter(isAudio)).toHaveLength(1);
  muted.hear('{"type":"sound","is_wanted":false}');
  channel().hear(packet('audio'));
  expect(muted.packets().filter(isAudio)).toHaveLength(1);
});
