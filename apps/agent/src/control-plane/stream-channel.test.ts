import { EventEmitter } from 'node:events';
import type { ActionResult } from '@pocketfleet/contract';
import { encodeControlMessage, type PacketKind } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { refusal } from '../screen/actions.ts';
import { Seat } from '../screen/seat.ts';
import { StreamChannel } from './stream-channel.ts';

/** A socket whose buffer the test fills and drains. */
class HeldSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  send(message: Uint8Array, _?: unknown, done?: () => void): void {
    this.sent.push(Buffer.from(message).toString());
    done?.();
  }
  closeCode: number | undefined;
  close(code?: number): void {
    this.closeCode ??= code;
    this.readyState = 3;
  }
}

let socket: HeldSocket;
let channel: StreamChannel;
let asked = 0;
let acts = 0;
let seat: Seat;
let typed: string[];
let outcome: ActionResult;

beforeEach(() => {
  vi.useFakeTimers();
  socket = new HeldSocket();
  [asked, acts] = [0, 0];
  seat = new Seat();
  typed = [];
  outcome = { ...refusal('failed', ''), done: true, why: null, confirmed: 'confirmed' };
  const capture = {
    join: () => undefined,
    leave: () => undefined,
    control: () => {
      acts++;
    },
    requestKeyPacket: () => {
      asked++;
    },
  };
  const typeLive = (text: string, generation: number) => {
    typed.push(`${generation} ${text}`);
    return Promise.resolve(outcome);
  };
  channel = new StreamChannel(socket as unknown as WebSocket, capture, {
    user: 10,
    seat,
    typeLive,
    sawInput: () => undefined,
  });
});

afterEach(() => void vi.useRealTimers());

function send(name: string, kind: PacketKind = 'video'): void {
  channel.send(Buffer.from(name), kind, name.startsWith('key'));
}

const full = 3 * 1024 * 1024;

test('after a lag the channel requests a key packet and sends nothing before it', () => {
  send('key 1');
  send('delta 2');
  socket.bufferedAmount = full;
  send('delta 3');
  socket.bufferedAmount = 0;
  send('delta 4');
  expect(asked).toBe(1);
  send('key 5');
  send('delta 6');
  expect(socket.sent).toEqual(['key 1', 'delta 2', 'key 5', 'delta 6']);
});

test('a key packet that is dropped by a lag is requested again', () => {
  send('key 1');
  socket.bufferedAmount = full;
  send('delta 2');
  send('key 3');
  socket.bufferedAmount = 0;
  asked = 0;
  send('delta 4');
  expect(asked).toBe(1);
});

test('on a still screen the heartbeat requests the lost key packet', () => {
  send('key 1');
  socket.bufferedAmount = full;
  send('key 2');
  send('heartbeat', 'heartbeat');
  expect(asked).toBe(0);
  socket.bufferedAmount = 0;
  send('heartbeat', 'heartbeat');
  expect(asked).toBe(1);
  send('key 3');
  send('heartbeat', 'heartbeat');
  expect(asked).toBe(1);
});

test('a channel that waits for its first frame doesn’t reset a starting encoder', () => {
  send('heartbeat', 'heartbeat');
  expect(asked).toBe(0);
});

test('a relay that sends more than 2,400 actions a second for long loses its channel, and the phone gets no more of them', () => {
  const home = Buffer.from(
    encodeControlMessage({ type: 'key', action: 'down', keycode: 3, repeat: 0, metaState: 0 }),
  );
  const flood = (each: number, seconds: number) => {
    for (let ms = 0; ms < seconds * 1_000; ms += 10) {
      for (let count = 0; count < each / 100; count += 1) socket.emit('message', home, true);
      vi.advanceTimersByTime(10);
    }
  };
  flood(2_400, 10);
  expect(acts).toBe(24_000);
  flood(4_800, 10);
  expect(socket.closeCode).toBe(4429);
  expect(acts).toBeLessThan(24_000 + 15_000);
});

test('input of somebody who has lost the phone since is dropped, and their fingers are lifted', () => {
  const receive = (data: Uint8Array | string) =>
    socket.emit('message', Buffer.from(data), typeof data !== 'string');
  const key = encodeControlMessage({ type: 'back_or_screen_on', action: 'down' });
  receive(key);
  expect(acts).toBe(1);
  receive('{"type":"seat","generation":4}');
  receive(key);
  expect(acts).toBe(2);
  seat.enter(5);
  receive(key);
  expect(acts).toBe(2);
  receive(encodeControlMessage({ type: 'cancel_gestures' }));
  expect(acts).toBe(3);
  receive('{"type":"seat","generation":5}');
  receive(key);
  expect(acts).toBe(4);
});

const emoji = Buffer.from(encodeControlMessage({ type: 'text', text: '👋' }));
const seatMessage = (more: object) => Buffer.from(JSON.stringify({ type: 'seat', generation: 3, ...more }));

test('text that scrcpy can’t carry is typed in the seat’s generation, and nothing is told where it was confirmed', async () => {
  socket.emit('message', seatMessage({ hears_typed: true }), false);
  socket.emit('message', emoji, true);
  await vi.waitFor(() => expect(typed).toEqual(['3 👋']));
  expect([socket.sent, acts]).toEqual([[], 0]);
});

test.each([
  ['different', { confirmed: 'different' }, { outcome: 'different', why: null }],
  ['unconfirmed', { confirmed: 'unconfirmed' }, { outcome: 'unconfirmed', why: null }],
  ['a keyboard that is not back', { detail: 'Not back.' }, { outcome: 'keyboard_left', why: null }],
  ['refused', { done: false, why: 'refused' }, { outcome: 'failed', why: 'refused' }],
] as const)('typed text that is %s is told to a node that understands it', async (_, result, told) => {
  outcome = { ...outcome, ...result };
  socket.emit('message', seatMessage({}), false);
  socket.emit('message', emoji, true);
  await vi.waitFor(() => expect(typed).toHaveLength(1));
  expect(socket.sent).toEqual([]);
  socket.emit('message', seatMessage({ hears_typed: true }), false);
  socket.emit('message', emoji, true);
  await vi.waitFor(() =>
    expect(socket.sent.map((text) => JSON.parse(text))).toEqual([{ type: 'typed', ...told }]),
  );
});
