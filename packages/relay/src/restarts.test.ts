import { encodePacket, type PacketKind } from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Relay } from './relay.ts';
import { Restarts } from './restarts.ts';

const place = { deviceId: 'device', assignmentId: 'assignment' };
let channels: FakeSocket[];
let openFails: Error | undefined;
let restarts: Restarts;
let relay: Relay;
let viewer: FakeSocket;

beforeEach(async () => {
  vi.useFakeTimers();
  channels = [];
  openFails = undefined;
  restarts = new Restarts(() => Date.now());
  relay = new Relay({
    now: () => Date.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    restarts,
    openChannel: async () => {
      if (openFails !== undefined) throw openFails;
      const socket = new FakeSocket();
      channels.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  viewer = new FakeSocket();
  relay.addViewer(place, viewer as unknown as WebSocket, {
    mayControl: true,
    quality: 'focus',
    isPaused: false,
    isAhead: false,
    wantsSound: true,
    sessionId: 'session',
    expiresAt: null,
  });
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  relay.stop();
  vi.useRealTimers();
});

const channel = () => channels.at(-1) as FakeSocket;
const packet = (kind: PacketKind, key = false) =>
  encodePacket({ kind, key, sequence: 0, ptsUs: 0n, payload: new Uint8Array(1) });
const told = () => viewer.notices().findLast((notice) => notice.type === 'phone');

test('viewers of a phone that our team restarts are told so until it is back, and not of a later loss', async () => {
  channel().hear(packet('video_config'));
  restarts.add(place.deviceId, 'team');
  channel().terminate();
  expect(told()).toMatchObject({ state: 'offline', detail: 'Our team is restarting this phone.' });
  openFails = new Error('The phone is offline.');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told()).toMatchObject({ state: 'offline', detail: 'Our team is restarting this phone.' });
  openFails = undefined;
  await vi.advanceTimersByTimeAsync(5_000);
  channel().hear(packet('video', true));
  channel().terminate();
  expect(told()).toMatchObject({ state: 'offline', detail: 'The connection to the phone was lost.' });
});

test('a phone that doesn’t come back from a restart is offline after three minutes', async () => {
  restarts.add(place.deviceId, 'tenant');
  openFails = new Error('The phone is offline.');
  channel().terminate();
  expect(told()).toMatchObject({ detail: 'The phone is restarting.' });
  await vi.advanceTimersByTimeAsync(190_000);
  expect(told()).toMatchObject({ detail: 'The phone is offline.' });
});
