import { EventEmitter } from 'node:events';
import type { TypedNotice } from '@pocketfleet/contract';
import { encodeControlMessage, type PacketKind } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { ControlOptions } from '../scrcpy/capture-input.ts';
import { LiveInput } from '../screen/live-input.ts';
import { Seat } from '../screen/seat.ts';
import { StreamChannel, type StreamScreen } from './stream-channel.ts';

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
  pings = 0;
  ping(): void {
    this.pings++;
  }
  readonly pongs: string[] = [];
  pong(data: Buffer): void {
    this.pongs.push(data.toString());
  }
  closeCode: number | undefined;
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
  close(code?: number): void {
    this.closeCode ??= code;
    this.readyState = 3;
  }
}

let socket: HeldSocket;
let channel: StreamChannel;
let asked = 0;
let acts = 0;
let isLastAllowed: (() => boolean) | undefined;
let owners: unknown[];
let seat: Seat;
let typed: string[];
let screen: StreamScreen;
let outcome: TypedNotice | undefined;
let typingEnds: Promise<unknown> | undefined;
let turn: true | Promise<boolean>;

beforeEach(() => {
  vi.useFakeTimers();
  socket = new HeldSocket();
  [asked, acts] = [0, 0];
  owners = [];
  seat = new Seat();
  typed = [];
  [outcome, typingEnds, turn] = [undefined, undefined, true];
  const capture = {
    join: () => undefined,
    leave: () => undefined,
    control: (_message: object, options?: ControlOptions) => {
      acts++;
      isLastAllowed = options?.isAllowed;
      owners.push(options?.owner);
    },
    turnOf: () => turn,
    hasEnded: false,
    requestKeyPacket: () => {
      asked++;
    },
  };
  screen = {
    seat,
    input: new LiveInput({
      hasClipboard: false,
      type: async (text, generation) => {
        typed.push(`${generation} ${text}`);
        if (typingEnds !== undefined) await typingEnds;
        return outcome;
      },
      isPassword: () => false,
      isOld: (generation) => generation !== undefined && seat.isLost(generation),
    }),
    sawInput: () => undefined,
  };
  channel = new StreamChannel(socket as unknown as WebSocket, capture, screen);
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
  expect(isLastAllowed?.()).toBe(true);
  seat.enter(5);
  // As the capture asks after a wait.
  expect(isLastAllowed?.()).toBe(false);
  receive(key);
  expect(acts).toBe(2);
  receive(encodeControlMessage({ type: 'cancel_gestures' }));
  expect([acts, isLastAllowed?.()]).toEqual([3, true]);
  receive('{"type":"seat","generation":5}');
  receive(key);
  expect(acts).toBe(4);
});

const emoji = Buffer.from(encodeControlMessage({ type: 'text', text: '👋' }));
const seatMessage = (more: object) => Buffer.from(JSON.stringify({ type: 'seat', generation: 3, ...more }));

test('text that scrcpy can’t carry is typed in the seat’s generation, and nothing is reported where it was confirmed', async () => {
  socket.emit('message', seatMessage({ hears_typed: true }), false);
  socket.emit('message', emoji, true);
  await vi.waitFor(() => expect(typed).toEqual(['3 👋']));
  expect([socket.sent, acts]).toEqual([[], 0]);
});

test('the outcome of typed text is told to a node that understands it, and to its person only', async () => {
  const told = { type: 'typed', outcome: 'different', why: null, text: '👋' } as const;
  outcome = told;
  const [ada, grace] = ['7c9e6679-7425-40de-944b-e07fc1f90ae7', '0f8fad5b-d9cb-469f-a165-70867728950e'].map(
    (id) => ({ kind: 'person', id, name: id }),
  );
  socket.emit('message', seatMessage({ who: ada }), false);
  socket.emit('message', emoji, true);
  await vi.waitFor(() => expect(typed).toHaveLength(1));
  socket.emit('message', seatMessage({ hears_typed: true, who: grace, generation: 4 }), false);
  expect(socket.sent).toEqual([]);
  socket.emit('message', seatMessage({ hears_typed: true, who: ada, generation: 5 }), false);
  expect(socket.sent.map((text) => JSON.parse(text))).toEqual([{ ...told, of: ada?.id }]);
});

test('typed text that waits outlasts a lost connection, and a new seat of the same person', async () => {
  const who = { kind: 'person', id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Ada' };
  socket.emit('message', seatMessage({ who }), false);
  socket.emit('message', emoji, true);
  socket.emit('message', emoji, true);
  socket.emit('message', seatMessage({ who: null, generation: 4 }), false);
  socket.emit('message', seatMessage({ who, generation: 5 }), false);
  socket.emit('close');
  await vi.waitFor(() => expect(typed).toEqual(['3 👋', '3 👋']));
});

test('a ping is answered when what was typed before it is done or lost, so that what a killed host has not typed is known', async () => {
  const ping = (of: string) => socket.emit('ping', Buffer.from(of));
  const ends: PromiseWithResolvers<void>[] = [];
  const type = (): void => void socket.emit('message', emoji, true);
  const holdTyping = (): void => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    typingEnds = end.promise;
  };
  const pongsAfter = async (act: () => void): Promise<string[]> => {
    act();
    await vi.advanceTimersByTimeAsync(1_000);
    return socket.pongs.splice(0);
  };
  expect(await pongsAfter(() => ping('idle'))).toEqual(['idle']);
  holdTyping();
  type();
  ping('first');
  type();
  expect(await pongsAfter(() => ping('second'))).toEqual([]);
  holdTyping();
  expect(await pongsAfter(() => ends[0]?.resolve())).toEqual(['first']);
  // Letters that wait for scrcpy's server, which is started again.
  const server = Promise.withResolvers<boolean>();
  turn = server.promise;
  expect(await pongsAfter(() => ends[1]?.resolve())).toEqual([]);
  expect(await pongsAfter(() => server.resolve(true))).toEqual(['second']);
  turn = true;
  holdTyping();
  type();
  type();
  ping('lost');
  screen.input.end();
  expect(await pongsAfter(() => ends[2]?.resolve())).toEqual(['lost']);
});

test('the phone is told whose finger it is, so that it is lifted with its channel', () => {
  socket.emit('message', Buffer.from(encodeControlMessage({ type: 'rotate' })), true);
  expect(owners).toEqual([channel]);
});

test('a relay that answers no ping loses its channel, although the line is open', () => {
  for (let seconds = 0; seconds < 60; seconds++) {
    vi.advanceTimersByTime(1_000);
    socket.emit('pong', Buffer.alloc(0));
  }
  expect(socket.readyState).toBe(1);
  vi.advanceTimersByTime(15_000);
  expect(socket.readyState).toBe(3);
  const { pings } = socket;
  vi.advanceTimersByTime(60_000);
  expect(socket.pings).toBe(pings);
});
