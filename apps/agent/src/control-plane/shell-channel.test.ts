import { EventEmitter } from 'node:events';
import { encodeShellMessage } from '@pocketfleet/stream-protocol';
import type { Adb } from '@yume-chan/adb';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { joinShell } from './shell-channel.ts';

/** A socket whose other side sends only while it is read. */
class TypedSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  closeCode: number | undefined;
  readonly typed: string[] = [];
  readonly sent: Uint8Array[] = [];
  send(message: Uint8Array): void {
    this.sent.push(message);
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

test('whoever types faster than the phone reads waits, and loses neither shell nor letter', async () => {
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
    kill: () => undefined,
  };
  const adb = { subprocess: { shellProtocol: { pty: async () => pty } } };
  const joined = joinShell(adb as unknown as Adb, socket as unknown as WebSocket);
  socket.typed.push(...'typed by a machine '.repeat(100));
  const all = socket.typed.join('');
  await expect.poll(() => socket.typed.length).toBeLessThan(all.length);
  expect(socket.closeCode).toBeUndefined();
  expect(socket.typed.length).toBeGreaterThan(0);
  beginReading();
  await expect.poll(() => read).toBe(all);
  exit(0);
  await joined;
  expect(socket.closeCode).toBe(1000);
});
