import type { ControlMessage, TouchAction } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleMoves } from './move-throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const sent: ControlMessage[] = [];
  const closing = new AbortController();
  const pass = throttleMoves((message) => sent.push(message), closing.signal);
  const touch = (action: TouchAction, x: number, pointer = 0) =>
    pass({
      ...{ type: 'touch', action, pointer, tool: 'finger', buttons: 0, pressure: 65_535 },
      ...{ x, y: 1, pictureWidth: 720, pictureHeight: 1_600 },
    });
  const brief = () => sent.map((one) => (one.type === 'touch' ? `${one.action} ${one.x}` : one.type));
  return { sent, closing, pass, touch, brief };
}

it('throttles a mouse that sends a thousand positions a second to 400, and passes on the end of its gesture', async () => {
  const { sent, touch, brief } = open();
  touch('down', 0);
  for (let ms = 1; ms <= 10_000; ms += 1) {
    touch('move', ms);
    await vi.advanceTimersByTimeAsync(1);
  }
  touch('up', 10_001);
  expect(sent.length).toBeGreaterThan(3_900);
  expect(sent.length).toBeLessThan(4_100);
  expect(brief().at(-1)).toBe('up 10001');
});

it('passes on every position of fingers that move sixty times a second', async () => {
  const { sent, touch } = open();
  for (let frame = 0; frame < 300; frame += 1) {
    for (const pointer of [0, 1, 2, 3]) touch('move', frame, pointer);
    await vi.advanceTimersByTimeAsync(16.7);
  }
  expect(sent).toHaveLength(1_200);
});

it('sends the position at which a finger comes to rest, once', async () => {
  const { touch, brief } = open();
  for (let x = 0; x <= 100; x += 1) touch('move', x);
  expect(brief().at(-1)).toBe('move 59');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(brief().slice(-2)).toEqual(['move 59', 'move 100']);
});

it('sends no position of a finger that is up, and nothing after it was closed', async () => {
  const { closing, touch, brief } = open();
  for (let x = 0; x <= 100; x += 1) touch('move', x);
  touch('up', 101);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(brief().at(-1)).toBe('up 101');
  for (let x = 200; x <= 1_000; x += 1) touch('move', x);
  const before = brief().length;
  closing.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(brief()).toHaveLength(before);
});
