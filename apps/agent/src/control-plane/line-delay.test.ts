import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { LineDelay } from './line-delay.ts';

class PingedSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly pings: string[] = [];
  ping(data: string): void {
    this.pings.push(data);
  }
  pong(data = this.pings.at(-1)): void {
    this.emit('pong', Buffer.from(data ?? ''));
  }
}

let socket: PingedSocket;
let nowMs: number;
let delay: LineDelay;

beforeEach(() => {
  socket = new PingedSocket();
  nowMs = 0;
  delay = new LineDelay(socket as unknown as ConstructorParameters<typeof LineDelay>[0], () => nowMs);
});

/** The line takes so long. Returns whether it is late then. */
function ping(tookMs: number): boolean {
  nowMs += 250;
  const before = socket.pings.length;
  void delay.isLate;
  expect(socket.pings).toHaveLength(before + 1);
  nowMs += tookMs;
  socket.pong();
  return delay.isLate;
}

test('a line is late when two pings in a row take much longer than at its best', () => {
  expect(ping(30)).toBe(false);
  expect(ping(40)).toBe(false);
  expect(ping(120)).toBe(false);
  expect(ping(30)).toBe(false);
  ping(120);
  expect(ping(90)).toBe(true);
  expect(ping(30)).toBe(false);
});

test('a mobile line whose times vary is not late while nothing waits for it, and is once something does', () => {
  expect([35, 60, 65, 68, 62, 69].map(ping)).toEqual([false, false, false, false, false, false]);
  ping(180);
  expect(ping(190)).toBe(true);
});

test('a ping that has not come back for long tells it as well', () => {
  ping(30);
  nowMs += 250;
  expect(delay.isLate).toBe(false);
  nowMs += 179;
  expect(delay.isLate).toBe(false);
  nowMs += 2;
  expect(delay.isLate).toBe(true);
});

test('it pings only when asked, five times a second at most, and takes no other ping for its own', () => {
  for (let at = 0; at < 100; at++) {
    nowMs += 10;
    void delay.isLate;
    if (socket.pings.length > 0) socket.pong();
  }
  expect(socket.pings.length).toBeLessThanOrEqual(5);
  const before = socket.pings.length;
  nowMs += 250;
  void delay.isLate;
  expect(socket.pings).toHaveLength(before + 1);
  nowMs += 500;
  socket.pong('');
  expect(delay.isLate).toBe(true);
});

test('a line that is slower for good is no longer late after two minutes, and what is long past says nothing', () => {
  ping(10);
  ping(190);
  expect(ping(190)).toBe(true);
  nowMs += 5_000;
  // Before this ping is back.
  expect(delay.isLate).toBe(false);
  socket.pong();
  for (let at = 0; at < 320; at++) ping(190);
  expect(ping(190)).toBe(false);
});
