import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { LiveInput } from './live-input.ts';

const done: string[] = [];
let finishTyping: () => void;
let lostSince = 0;

beforeEach(() => {
  done.length = 0;
  lostSince = 0;
});

function open({ hasClipboard = false } = {}): LiveInput {
  return new LiveInput({
    hasClipboard,
    send: (message) => done.push(inWords(message)),
    type: async (text) => {
      done.push(`type ${text}`);
      await new Promise<void>((resolve) => {
        finishTyping = resolve;
      });
      done.push('typed');
    },
    isOld: (generation) => generation !== undefined && generation < lostSince,
    onDropped: () => done.push('told of loss'),
  });
}

const text = (value: string): ControlMessage => ({ type: 'text', text: value });
const paste = (value: string): ControlMessage => ({
  type: 'set_clipboard',
  sequence: 7,
  paste: true,
  text: value,
});
const enter: ControlMessage = { type: 'key', action: 'down', keycode: 66, repeat: 0, metaState: 0 };

function inWords(message: ControlMessage): string {
  if (message.type === 'text') return `keys ${message.text}`;
  if (message.type === 'set_clipboard')
    return `clipboard ${message.text}${message.paste ? ' and paste' : ''}`;
  return message.type;
}

test('plain text and keys go to scrcpy at once, in the same turn', () => {
  const input = open();
  for (const message of [text('hello'), enter, text('\n'), text('a~b')]) input.take(message, 1);
  expect(done).toEqual(['keys hello', 'key', 'keys \n', 'keys a~b']);
});

test('what comes after a typed text waits for it, and keeps its order', async () => {
  const input = open();
  for (const message of [text('a'), text('é'), enter, text('b'), text('👋'), enter]) input.take(message, 1);
  expect(done).toEqual(['keys a', 'type é']);
  finishTyping();
  await vi.waitFor(() => expect(done.slice(2)).toEqual(['typed', 'key', 'keys b', 'type 👋']));
  input.take(text('c'), 1);
  finishTyping();
  await vi.waitFor(() => expect(done.slice(6)).toEqual(['typed', 'key', 'keys c']));
  input.take(text('d'), 1);
  expect(done.at(-1)).toBe('keys d');
});

test('texts that came meanwhile are typed together', async () => {
  const input = open();
  for (const part of ['漢', '字', 'abc', '✓']) input.take(text(part), 1);
  expect(done).toEqual(['type 漢']);
  finishTyping();
  await vi.waitFor(() => expect(done).toEqual(['type 漢', 'typed', 'type 字abc✓']));
});

test('a paste sets the clipboard and is typed: no tenant has the clipboard that scrcpy pastes', () => {
  const input = open();
  input.take(paste('two\nlines'), 1);
  expect(done).toEqual(['clipboard two\nlines', 'type two\nlines']);
});

test('one plain line is pasted by keys', () => {
  open().take(paste('plain'), 1);
  expect(done).toEqual(['clipboard plain', 'keys plain']);
});

test('where scrcpy has the clipboard, everything goes to it', () => {
  const input = open({ hasClipboard: true });
  for (const message of [text('é'), paste('ü')]) input.take(message, 1);
  expect(done).toEqual(['keys é', 'clipboard ü and paste']);
});

test('input of somebody who has lost the phone meanwhile is dropped, but fingers are lifted', async () => {
  const input = open();
  for (const message of [text('é'), enter, text('ü')]) input.take(message, 1);
  input.take({ type: 'cancel_gestures' }, 1);
  lostSince = 2;
  input.take(enter, 2);
  finishTyping();
  await vi.waitFor(() => expect(done).toEqual(['type é', 'typed', 'cancel_gestures', 'key']));
});

test('nothing that waits is done when the viewer has gone', async () => {
  const input = open();
  for (const message of [text('é'), enter]) input.take(message, 1);
  input.stop();
  finishTyping();
  await vi.waitFor(() => expect(done).toEqual(['type é', 'typed']));
});

test('too much input is dropped and told once', async () => {
  const input = open();
  input.take(text('é'), 1);
  for (let count = 0; count < 1_005; count++) input.take(enter, 1);
  expect(done).toEqual(['type é', 'told of loss']);
  input.take({ type: 'cancel_gestures' }, 1);
  expect(done.at(-1)).toBe('cancel_gestures');
  finishTyping();
  await vi.waitFor(() => expect(done.filter((one) => one === 'key')).toHaveLength(1_000));
});

test('long texts that wait are bounded by their size', async () => {
  const input = open();
  const long = `é${'x'.repeat(255 * 1024)}`;
  input.take(text('é'), 1);
  for (let count = 0; count < 6; count++) input.take(text(long), 1);
  expect(done).toEqual(['type é', 'told of loss']);
  finishTyping();
  await vi.waitFor(() => expect(done.at(-1)).toHaveLength('type '.length + 4 * long.length));
  // There is room again.
  input.take(text(long), 1);
  finishTyping();
  await vi.waitFor(() => expect(done.at(-1)).toHaveLength('type '.length + long.length));
});
