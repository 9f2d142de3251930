import { EventEmitter } from 'node:events';
import { encodeControlMessage, type PacketKind } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { StreamChannel } from './stream-channel.ts';

/** A socket whose buffer the test fills and drains. */
class HeldSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  send(message: Uint8Array, _: unknown, done: () => void): void {
    this.sent.push(Buffer.from(message).toString());
    done();
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

beforeEach(() => {
  vi.useFakeTimers();
  socket = new HeldSocket();
  [asked, acts] = [0, 0];
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
  channel = new StreamChannel(socket as unknown as WebSocket, capture);
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
