import { EventEmitter } from 'node:events';
import { encodeShellMessage } from '@pocketfleet/stream-protocol';
import type { Adb } from '@yume-chan/adb';
import { afterEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { joinShell } from './shell-channel.ts';

/** A socket whose peer sends only while the socket is read. */
class TypedSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  closeCode: number | undefined;
  pongs = 0;
  readonly typed: string[] = [];
  readonly sent: Uint8Array[] = [];
  send(message: Uint8Array): void {
    this.sent.push(message);
  }
  pong(): void {
    this.pongs += 1;
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
    this.deliver();
  }
  deliver(): void {
    while (!this.isPaused && this.readyState === this.OPEN) {
      const letter = this.typed.shift();
      if (letter === undefined) return;
      const message = encodeShellMessage({ type: 'input', data: Buffer.from(letter) });
      this.emit('message', Buffer.from(message), true);
    }
  }
  close(code: number): void {
    this.closeCode ??= code;
    this.readyState = 3;
    this.emit('close');
  }
}

afterEach(() => vi.useRealTimers());

/** A shell with queued input, on a phone whose program reads only when the test says so. */
function typeAll(text: string) {
  const socket = new TypedSocket();
  let read = '';
  const { promise: beginsToRead, resolve: beginReading } = Promise.withResolvers<void>();
  const { promise: exited, resolve: exit } = Promise.withResolvers<number>();
  const pty = {
    input: new WritableStream<Uint8Array>({
      async write(bytes) {
        await beginsToRead;
        read += Buffer.from(bytes).toString();
      },
    }),
    output: (async function* () {
      yield Buffer.from('$ ');
      await exited;
    })(),
    exited,
    kill: () => exit(1),
  };
  const adb = { subprocess: { shellProtocol: { pty: async () => pty } } };
  socket.typed.push(...text);
  const joined = joinShell(adb as unknown as Adb, socket as unknown as WebSocket);
  return { socket, joined, beginReading, exit, read: () => read };
}

const text = 'typed by a machine '.repeat(100);

test('input that is faster than the phone waits, and neither the shell nor a byte is lost', async () => {
  const { socket, joined, beginReading, exit, read } = typeAll(text);
  await expect.poll(() => socket.typed.length).toBeLessThan(text.length);
  expect(socket.closeCode).toBeUndefined();
  expect(socket.typed.length).toBeGreaterThan(0);
  beginReading();
  await expect.poll(read).toBe(text);
  exit(0);
  await joined;
  expect(socket.closeCode).toBe(1000);
});

test('pongs are sent while reading is paused, and only then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { socket, beginReading, read } = typeAll(text);
  await expect.poll(() => socket.isPaused && socket.typed.length < text.length).toBe(true);
  expect(socket.pongs).toBe(0);
  vi.advanceTimersByTime(12_000);
  expect(socket.pongs).toBe(3);
  beginReading();
  await expect.poll(read).toBe(text);
  expect(vi.getTimerCount()).toBe(0);
  socket.close(1000);
});

test('a shell that ends while reading is paused sends no more pongs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { socket, joined } = typeAll(text);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  socket.close(1006);
  await joined;
  expect(vi.getTimerCount()).toBe(0);
});
