import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CaptureInput } from './capture-input.ts';

let input: CaptureInput;
let sent: string[];
let lost: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [sent, lost] = [[], []];
  input = new CaptureInput(() => undefined);
});
afterEach(() => void vi.useRealTimers());

/** Texts as their letters, positions as `at`. */
const take = async (bytes: Uint8Array): Promise<void> => {
  sent.push(bytes[0] === 1 ? Buffer.from(bytes).subarray(5).toString() : 'at');
};
const type = (text: string): void => input.control({ type: 'text', text }, () => lost.push(text));
const touch = (action: 'down' | 'move' | 'up'): void => {
  const point = { x: 0, y: 0, pictureWidth: 400, pictureHeight: 800 };
  const message: ControlMessage = {
    ...{ type: 'touch', action, pointer: 0, tool: 'finger', buttons: 0, pressure: 0 },
    ...point,
  };
  input.control(message, () => lost.push(action));
};

test('input waits for the next server in its order', () => {
  input.connect(take);
  input.setSize(400, 800);
  type('a');
  input.disconnect();
  type('b');
  input.connect(take);
  type('c');
  expect(sent).toEqual(['a']);
  input.setSize(400, 800);
  type('d');
  expect([sent, lost]).toEqual([['a', 'b', 'c', 'd'], []]);
});

test('a touch does not wait, and what was typed after it is told as lost', () => {
  type('a');
  for (const action of ['down', 'move', 'up'] as const) touch(action);
  type('b');
  input.connect(take);
  input.setSize(400, 800);
  type('c');
  expect([sent, lost]).toEqual([
    ['a', 'c'],
    ['down', 'move', 'up', 'b'],
  ]);
});

test('input that waited for too long is told as lost, all of it', () => {
  type('a');
  vi.advanceTimersByTime(10_001);
  type('b');
  input.connect(take);
  input.setSize(400, 800);
  expect([sent, lost]).toEqual([[], ['a', 'b']]);
});

test('input that waits at the end of a capture, or that the phone did not take, is told as lost', async () => {
  input.connect(() => Promise.reject(new Error('closed')));
  input.setSize(400, 800);
  type('a');
  await vi.advanceTimersByTimeAsync(0);
  input.disconnect();
  type('b');
  input.end();
  expect(lost).toEqual(['a', 'b']);
});

test('input of a person who has lost the phone while it waited is told as lost', () => {
  let hasPhone = true;
  input.control(
    { type: 'text', text: 'a' },
    () => lost.push('a'),
    () => hasPhone,
  );
  type('b');
  hasPhone = false;
  input.connect(take);
  input.setSize(400, 800);
  expect([sent, lost]).toEqual([['b'], ['a']]);
});
