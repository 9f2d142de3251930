import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { LineDelay } from '../control-plane/line-delay.ts';
import { LinePace } from './line-pace.ts';

const piece = 32_768;
const rateOf = (pace: LinePace) => piece / pace.take(piece);
const second = (pace: LinePace) => {
  for (let ms = 0; ms < 1_000; ) ms += pace.take(piece);
};

test('the rate grows by about a quarter in a second, and never above what is allowed', () => {
  const pace = new LinePace(2_500_000);
  expect(rateOf(pace)).toBe(312.5);
  second(pace);
  expect(rateOf(pace)).toBeGreaterThan(360);
  expect(rateOf(pace)).toBeLessThan(440);
  for (let s = 0; s < 14; s++) second(pace);
  expect(rateOf(pace)).toBe(2_500);
});

test('it is halved where a stream needed the line, again and again, and never stops', () => {
  const pace = new LinePace(2_500_000);
  const before = rateOf(pace);
  pace.slowDown();
  expect(rateOf(pace)).toBeLessThan(before * 0.55);
  for (let at = 0; at < 100; at++) pace.slowDown();
  expect(rateOf(pace)).toBe(16);
});

test('a host that may send less than the slowest rate keeps to its own, and never sends faster because a stream needs the line', () => {
  const pace = new LinePace(8_000);
  for (let at = 0; at < 100; at++) pace.slowDown();
  expect(rateOf(pace)).toBe(1);
  for (let s = 0; s < 10; s++) second(pace);
  expect(rateOf(pace)).toBe(8);
});

test('a piece is as small as the rate is slow', () => {
  const pace = new LinePace(2_500_000);
  expect(pace.pieceBytes).toBe(6_250);
  for (let at = 0; at < 100; at++) pace.slowDown();
  expect(pace.pieceBytes).toBe(4_096);
  for (let s = 0; s < 40; s++) second(pace);
  expect(pace.pieceBytes).toBe(32_768);
});

type Line = { bytesPerMs: number; streams: number; rttMs: number };

/** Two minutes of one queue that streams and recordings go through, a millisecond at a time. Delays in ms, in order of length. */
function sendOver({ bytesPerMs, streams, rttMs }: Line): { delays: number[]; sent: number } {
  let [nowMs, queued, sent, nextAtMs] = [0, 0, 0, 0];
  const pongsAtMs: number[] = [];
  const ping = () => void pongsAtMs.push(nowMs + rttMs + queued / bytesPerMs);
  const socket = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1, ping });
  const delay = new LineDelay(socket as unknown as ConstructorParameters<typeof LineDelay>[0], () => nowMs);
  const pace = new LinePace(2_500_000);
  const delays: number[] = [];
  for (; nowMs < 120_000; nowMs++) {
    queued = Math.max(0, queued - bytesPerMs) + streams;
    while ((pongsAtMs[0] ?? Number.POSITIVE_INFINITY) <= nowMs) {
      pongsAtMs.shift();
      socket.emit('pong', Buffer.from('line'));
    }
    while (nextAtMs <= nowMs) {
      if (delay.isLate) {
        pace.slowDown();
        nextAtMs = nowMs + 250;
        continue;
      }
      const { pieceBytes } = pace;
      [queued, sent] = [queued + pieceBytes, sent + pieceBytes];
      nextAtMs += pace.take(pieceBytes);
    }
    delays.push(queued / bytesPerMs);
  }
  return { delays: delays.sort((a, b) => a - b), sent: sent / nowMs };
}

test.each([
  ['12.8 Mbit/s, of which streams need 8', { bytesPerMs: 1_600, streams: 1_000, rttMs: 20 }, 90],
  ['2 Mbit/s, of which streams need 1.2', { bytesPerMs: 250, streams: 150, rttMs: 60 }, 250],
  ['100 Mbit/s', { bytesPerMs: 12_500, streams: 5_000, rttMs: 20 }, 5],
])('on a line of %s, pictures stay in time and recordings get most of the rest', (_, line, mostMs) => {
  const { delays, sent } = sendOver(line);
  expect(delays[Math.floor(delays.length * 0.99)]).toBeLessThan(mostMs);
  expect(delays[Math.floor(delays.length * 0.5)]).toBeLessThan(10);
  expect(sent).toBeGreaterThan(Math.min(2_500, line.bytesPerMs - line.streams) * 0.55);
});
