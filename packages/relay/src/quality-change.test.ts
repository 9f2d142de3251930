// A viewer changes from one capture of a phone to another.
import type { StreamQuality } from '@pocketfleet/contract';
import {
  encodeControlMessage,
  encodePacket,
  type PacketKind,
  packetHeaderLength,
} from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Relay } from './relay.ts';

const cancel = encodeControlMessage({ type: 'cancel_gestures' });
const home = encodeControlMessage({ type: 'key', action: 'down', keycode: 3, repeat: 0, metaState: 0 });

let channels: { socket: FakeSocket; quality: string }[];
let relay: Relay;

beforeEach(() => {
  vi.useFakeTimers();
  channels = [];
  relay = new Relay({
    now: () => Date.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    openChannel: async (_, quality) => {
      const socket = new FakeSocket();
      channels.push({ socket, quality });
      return socket as unknown as WebSocket;
    },
  });
});
afterEach(() => {
  relay.stop();
  vi.useRealTimers();
});

async function view(quality: StreamQuality = 'focus'): Promise<FakeSocket> {
  const socket = new FakeSocket();
  relay.addViewer({ deviceId: 'device', assignmentId: 'assignment' }, socket as unknown as WebSocket, {
    mayControl: true,
    quality,
    isPaused: false,
    isAhead: false,
    wantsSound: true,
    sessionId: 'session',
    expiresAt: null,
  });
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}

const packet = (kind: PacketKind, key = false, length = 1) =>
  encodePacket({ kind, key, sequence: 0, ptsUs: 0n, payload: new Uint8Array(length) });
const channel = (index = -1) => channels.at(index)?.socket as FakeSocket;
const lengths = (viewer: FakeSocket) => viewer.packets().map((bytes) => bytes.length - packetHeaderLength);

test('a viewer keeps its picture until the other quality has one, and then its gestures are cancelled', async () => {
  const viewer = await view();
  const focus = channel();
  focus.hear(packet('video_config'));
  focus.hear(packet('video', true));
  viewer.hear(home);
  viewer.hear('{"type":"quality","quality":"lean"}');
  await vi.advanceTimersByTimeAsync(0);
  const lean = channel();
  expect(channels.map(({ quality }) => quality)).toEqual(['focus', 'lean']);
  focus.hear(packet('video', false, 11));
  expect(focus.sent).not.toContainEqual(cancel);
  lean.hear(packet('video_config', false, 12));
  lean.hear(packet('video', true, 13));
  focus.hear(packet('video', false, 14));
  lean.hear(packet('video', false, 15));
  expect(lengths(viewer)).toEqual([1, 1, 11, 12, 13, 15]);
  expect(focus.sent).toContainEqual(cancel);
});

test('a viewer that goes back before the other quality has a picture stays, and the other capture ends', async () => {
  const viewer = await view();
  channel().hear(packet('video_config'));
  channel().hear(packet('video', true));
  viewer.hear('{"type":"quality","quality":"lean"}');
  await vi.advanceTimersByTimeAsync(0);
  viewer.hear('{"type":"quality","quality":"focus"}');
  channel().hear(packet('video_config', false, 12));
  channel().hear(packet('video', true, 13));
  expect(viewer.packets()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2_000);
  for (let second = 0; second < 10; second += 1) {
    for (const { socket } of channels) socket.hear(packet('heartbeat'));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(channels.map(({ quality, socket }) => [quality, socket.readyState])).toEqual([
    ['focus', 1],
    ['lean', 3],
  ]);
});

test('a viewer that pauses while it waits for the other quality resumes in that one', async () => {
  const viewer = await view();
  viewer.hear('{"type":"quality","quality":"lean"}');
  viewer.hear('{"type":"pause"}');
  await vi.advanceTimersByTimeAsync(0);
  viewer.hear('{"type":"resume"}');
  const lean = channels.find(({ quality }) => quality === 'lean');
  lean?.socket.hear(packet('video_config', false, 12));
  lean?.socket.hear(packet('video', true, 13));
  expect(lengths(viewer)).toEqual([12, 13]);
});

test('a slow line is not sent many recent packets: its picture begins at a new key packet', async () => {
  const first = await view('lean');
  const phone = channel();
  phone.hear(packet('video_config'));
  phone.hear(packet('video', true, 60_000));
  phone.hear(packet('video', false, 60_000));
  const second = await view('lean');
  expect(second.packets()).toHaveLength(0);
  expect(phone.sent).toContainEqual('{"type":"key_packet"}');
  phone.hear(packet('video_config'));
  phone.hear(packet('video', true, 60_000));
  expect(second.packets()).toHaveLength(2);
  expect(first.packets()).toHaveLength(5);
});

test.each(['tile', 'tile_small', 'tile_slow'] as const)(
  'a %s begins with the recent packets, unless they are seconds long',
  async (quality) => {
    await view(quality);
    const phone = channel();
    const isKeyRequested = () => phone.sent.includes('{"type":"key_packet"}');
    phone.hear(packet('video_config'));
    phone.hear(packet('video', true));
    for (let count = 0; count < 14; count += 1) phone.hear(packet('video'));
    expect((await view(quality)).packets()).toHaveLength(16);
    expect(isKeyRequested()).toBe(false);
    phone.hear(packet('video'));
    const late = await view(quality);
    expect(late.packets()).toHaveLength(0);
    expect(isKeyRequested()).toBe(true);
    phone.hear(packet('video_config'));
    phone.hear(packet('video', true));
    expect(late.packets()).toHaveLength(2);
  },
);

test('a viewer that waits for a lean picture gets it at the next key packet, however large that is', async () => {
  const viewer = await view();
  channel().hear(packet('video_config'));
  channel().hear(packet('video', true));
  viewer.hear('{"type":"quality","quality":"lean"}');
  await vi.advanceTimersByTimeAsync(0);
  channel().hear(packet('video_config', false, 12));
  channel().hear(packet('video', true, 200_000));
  expect(lengths(viewer)).toEqual([1, 1, 12, 200_000]);
});

test('a key packet is requested again each second while a viewer waits for it', async () => {
  const first = await view('lean');
  const lean = channel();
  const countRequests = () => lean.sent.filter((sent) => sent === '{"type":"key_packet"}').length;
  lean.hear(packet('video_config'));
  lean.hear(packet('video', true, 60_000));
  lean.hear(packet('video', false, 60_000));
  const second = await view();
  second.hear('{"type":"quality","quality":"lean"}');
  for (let second = 0; second < 3; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    lean.hear(packet('video', false, 10));
  }
  expect(countRequests()).toBeGreaterThanOrEqual(3);
  expect(first.packets()).toHaveLength(6);
});

test('no viewer is moved to a capture whose channel is lost', async () => {
  await view('lean');
  const lean = channel();
  lean.hear(packet('video_config', false, 12));
  lean.hear(packet('video', true, 13));
  const viewer = await view();
  channel().hear(packet('video_config'));
  channel().hear(packet('video', true));
  lean.terminate();
  viewer.hear('{"type":"quality","quality":"lean"}');
  expect(lengths(viewer)).toEqual([1, 1]);
});

test('a viewer is notified of the qualities that exist, and of the one it gets once that starts', async () => {
  const viewer = await view();
  const notices = () =>
    viewer.sent.filter((sent) => typeof sent === 'string').map((sent): unknown => JSON.parse(sent));
  const qualityNotices = () =>
    notices().filter((notice) => typeof notice === 'object' && notice !== null && 'quality' in notice);
  expect(notices()[0]).toMatchObject({ type: 'welcome', qualities: expect.arrayContaining(['lean']) });
  viewer.hear('{"type":"quality","quality":"lean"}');
  await vi.advanceTimersByTimeAsync(0);
  expect(qualityNotices()).toEqual([{ type: 'quality', quality: 'focus' }]);
  channel().hear(packet('video_config'));
  channel().hear(packet('video', true));
  expect(qualityNotices().at(-1)).toEqual({ type: 'quality', quality: 'lean' });
});
