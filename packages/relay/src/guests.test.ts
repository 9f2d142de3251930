// The messages that a guest gets and may send, with fake sockets.
import {
  type ControlMessage,
  encodeControlMessage,
  encodePacket,
  type PacketKind,
} from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Relay } from './relay.ts';
import type { ViewerOptions } from './viewer.ts';

const place = { deviceId: 'device', assignmentId: 'assignment' };
let channel: FakeSocket;
let relay: Relay;

beforeEach(() => {
  vi.useFakeTimers();
  relay = new Relay({
    now: () => Date.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    openChannel: async () => {
      channel = new FakeSocket();
      return channel as unknown as WebSocket;
    },
  });
});
afterEach(() => {
  relay.stop();
  vi.useRealTimers();
});

async function join(name: string, more: Partial<ViewerOptions> = {}): Promise<FakeSocket> {
  const socket = new FakeSocket();
  relay.addViewer(place, socket as unknown as WebSocket, {
    mayControl: true,
    who: { kind: more.isGuest ? 'guest' : 'person', name, id: name },
    quality: 'focus',
    isPaused: false,
    isAhead: false,
    wantsSound: true,
    sessionId: name,
    expiresAt: null,
    ...more,
  });
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}
const packet = (kind: PacketKind, key = false) =>
  encodePacket({ kind, key, sequence: 0, ptsUs: 0n, payload: new Uint8Array(4) });
const isEqual = (bytes: Uint8Array) => (other: string | Uint8Array) =>
  typeof other !== 'string' && Buffer.from(other).equals(bytes);

const clipboards: [string, ControlMessage][] = [
  ['reads the clipboard', { type: 'get_clipboard', copyKey: 'none' }],
  ['sets the clipboard', { type: 'set_clipboard', sequence: 1, paste: true, text: 'secret' }],
  ['opens an app by name', { type: 'start_app', name: 'com.example.app' }],
];

test.each(clipboards)(
  'a message of a guest that %s does not reach the phone, and closes nothing',
  async (_what, message) => {
    const guest = await join('Dana', { isGuest: true });
    const bytes = encodeControlMessage(message);
    guest.hear(bytes);
    expect(channel.sent.some(isEqual(bytes))).toBe(false);
    expect(guest.closeCode).toBeUndefined();
    const home = encodeControlMessage({ type: 'key', action: 'down', keycode: 3, repeat: 0, metaState: 0 });
    guest.hear(home);
    expect(channel.sent.some(isEqual(home))).toBe(true);
  },
);

test('a person’s clipboard reaches the phone', async () => {
  const ada = await join('ada');
  const bytes = encodeControlMessage({ type: 'set_clipboard', sequence: 1, paste: true, text: 'secret' });
  ada.hear(bytes);
  expect(channel.sent.some(isEqual(bytes))).toBe(true);
});

test('text copied on the phone goes to people and not to guests', async () => {
  const [ada, dana] = [await join('ada'), await join('Dana', { isGuest: true })];
  const before = [ada.packets().length, dana.packets().length];
  channel.hear(packet('clipboard'));
  expect([ada.packets().length, dana.packets().length]).toEqual([(before[0] ?? 0) + 1, before[1]]);
});

test('control that is taken from somebody else is told with their name, and a free one is not', async () => {
  const told: string[] = [];
  const onControlTaken = (from: string) => told.push(from);
  const ada = await join('ada', { onControlTaken });
  const take = JSON.stringify({ type: 'take_control' });
  ada.hear(take);
  expect(told).toEqual([]);
  const dana = await join('Dana', { isGuest: true, onControlTaken });
  dana.hear(take);
  expect(told).toEqual(['ada']);
  const second = await join('Dana', { isGuest: true, onControlTaken });
  second.hear(take);
  expect(told).toEqual(['ada']);
});

test('a viewer that was opened ahead of a click is told once when the click comes', async () => {
  let arrivals = 0;
  const ahead = await join('ada', {
    isAhead: true,
    onArrive: () => {
      arrivals += 1;
    },
  });
  expect(arrivals).toBe(0);
  ahead.hear(JSON.stringify({ type: 'arrive' }));
  ahead.hear(JSON.stringify({ type: 'arrive' }));
  expect(arrivals).toBe(1);
});
