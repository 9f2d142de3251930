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

/** Texts as their letters, touches with their finger. */
const take = async (bytes: Uint8Array): Promise<void> => {
  const names = ['down', 'up', 'move', 'cancel'];
  sent.push(
    bytes[0] === 1 ? Buffer.from(bytes).subarray(5).toString() : `${names[bytes[1] ?? 0]} ${bytes[9]}`,
  );
};
const text = (of: string): ControlMessage => ({ type: 'text', text: of });
const type = (of: string): void => input.control(text(of), { onLost: () => lost.push(of) });
const touch = (action: 'down' | 'move' | 'up', { owner = {}, pointer = 0 } = {}): void => {
  const point = { x: 0, y: 0, pictureWidth: 400, pictureHeight: 800 };
  const message: ControlMessage = {
    ...{ type: 'touch', action, pointer, tool: 'finger', buttons: 0, pressure: 0 },
    ...point,
  };
  input.control(message, { owner, onLost: () => lost.push(action) });
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
  input.control(text('a'), { onLost: () => lost.push('a'), isAllowed: () => hasPhone });
  type('b');
  hasPhone = false;
  input.connect(take);
  input.setSize(400, 800);
  expect([sent, lost]).toEqual([['b'], ['a']]);
});

function open(): void {
  input.connect(take);
  input.setSize(400, 800);
}

test('a channel that leaves lifts its own fingers, and no others', () => {
  const [lost, other] = [{}, {}];
  open();
  touch('down', { owner: lost, pointer: 1 });
  touch('down', { owner: other, pointer: 2 });
  input.cancelGestures(lost);
  input.cancelGestures(lost);
  touch('up', { owner: other, pointer: 2 });
  expect(sent).toEqual(['down 1', 'down 2', 'cancel 1', 'up 1', 'up 2']);
});

test('where another person takes the phone by another relay, its finger stays when the first relay lifts those of its own', () => {
  const [first, second] = [{}, {}];
  open();
  touch('down', { owner: first, pointer: 1 });
  touch('down', { owner: second, pointer: 2 });
  input.control({ type: 'cancel_gestures' }, { owner: first });
  touch('up', { owner: second, pointer: 2 });
  expect(sent).toEqual(['down 1', 'down 2', 'cancel 1', 'up 1', 'up 2']);
});

test('a finger is lifted by the server that knows its size, not by one that would drop that', () => {
  const owner = {};
  open();
  touch('down', { owner });
  input.disconnect();
  input.connect(take);
  input.cancelGestures(owner);
  expect(sent).toEqual(['down 0']);
  input.setSize(400, 800);
  expect(sent).toEqual(['down 0', 'cancel 0', 'up 0']);
});

test('a finger that goes on by the next channel stays when the last one leaves', () => {
  const [last, next] = [{}, {}];
  open();
  touch('down', { owner: last });
  touch('move', { owner: next });
  input.cancelGestures(last);
  touch('up', { owner: next });
  expect(sent).toEqual(['down 0', 'move 0', 'up 0']);
});

test('a finger that was down when scrcpy’s server ended is lifted by the next one', () => {
  open();
  touch('down');
  input.disconnect();
  input.cancelGestures();
  touch('up');
  expect(sent).toEqual(['down 0']);
  open();
  expect(sent).toEqual(['down 0', 'cancel 0', 'up 0']);
});

test('text that goes another way waits for what was typed before it', async () => {
  const turns: string[] = [];
  const turn = (of: string) =>
    void Promise.resolve(input.turnOf(text(of))).then((isTurn) => turns.push(`${of} ${isTurn}`));
  expect(input.turnOf(text('é'))).toBe(true);
  type('hello');
  turn('é');
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual([]);
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect([sent, turns, input.turnOf(text('ü'))]).toEqual([['hello'], ['é true'], true]);
  // After a touch that was lost it could get into the wrong field.
  input.disconnect();
  touch('down');
  turn('ü');
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual(['é true', 'ü false']);
  // As what waited before it is.
  open();
  input.disconnect();
  type('b');
  turn('ö');
  input.end();
  await vi.advanceTimersByTimeAsync(0);
  expect([turns.at(-1), lost]).toEqual(['ö false', ['down', 'b']]);
});
