import type { TypedNotice } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { LiveInput, type Outlet } from './live-input.ts';

const ada = { kind: 'person', id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Ada' } as const;
const done: string[] = [];
let finishTyping: () => void;
let lostSince = 0;
let isPassword = false;
let input: LiveInput;

/** A channel whose capture the test ends. */
class TestOutlet implements Outlet {
  canSend = true;
  hears = true;
  /** Of a typed text, while scrcpy's server is restarted. */
  turn: true | Promise<boolean> = true;
  readonly #name: string;
  constructor(name = '') {
    this.#name = name;
  }
  toPhone(message: ControlMessage): void {
    done.push(`${this.#name}${inWords(message)}`);
  }
  turnOf(): true | Promise<boolean> {
    return this.turn;
  }
  tell({ outcome, text: of }: TypedNotice): boolean {
    if (this.hears) done.push(`${this.#name}told ${outcome} ${of}`);
    return this.hears;
  }
}
let outlet: TestOutlet;

beforeEach(() => {
  done.length = 0;
  [lostSince, isPassword] = [0, false];
  open();
});

function open({ hasClipboard = false } = {}): void {
  input = new LiveInput({
    hasClipboard,
    type: async (of) => {
      done.push(`type ${of}`);
      await new Promise<void>((resolve) => {
        finishTyping = resolve;
      });
      done.push('typed');
      return undefined;
    },
    isPassword: () => isPassword,
    isOld: (generation) => generation !== undefined && generation < lostSince,
  });
  outlet = new TestOutlet();
  input.join(outlet);
}

function take(message: ControlMessage, generation = 1, from = outlet): void {
  input.take(message, { outlet: from, generation, who: ada });
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
  for (const message of [text('hello'), enter, text('\n'), text('a~b')]) take(message);
  expect(done).toEqual(['keys hello', 'key', 'keys \n', 'keys a~b']);
});

test('input after a typed text waits for it, and keeps its order', async () => {
  for (const message of [text('a'), text('é'), enter, text('b'), text('👋'), enter]) take(message);
  expect(done).toEqual(['keys a', 'type é']);
  finishTyping();
  await vi.waitFor(() => expect(done.slice(2)).toEqual(['typed', 'key', 'keys b', 'type 👋']));
  take(text('c'));
  finishTyping();
  await vi.waitFor(() => expect(done.slice(6)).toEqual(['typed', 'key', 'keys c']));
  take(text('d'));
  expect(done.at(-1)).toBe('keys d');
});

test('texts that came meanwhile are typed together', async () => {
  for (const part of ['漢', '字', 'abc', '✓']) take(text(part));
  expect(done).toEqual(['type 漢']);
  finishTyping();
  await vi.waitFor(() => expect(done).toEqual(['type 漢', 'typed', 'type 字abc✓']));
});

test('a paste sets the clipboard and is typed: no tenant has the clipboard that scrcpy pastes', () => {
  take(paste('two\nlines'));
  expect(done).toEqual(['clipboard two\nlines', 'type two\nlines']);
});

test('one plain line is pasted by keys', () => {
  take(paste('plain'));
  expect(done).toEqual(['clipboard plain', 'keys plain']);
});

test('where scrcpy has the clipboard, everything goes to it', () => {
  open({ hasClipboard: true });
  for (const message of [text('é'), paste('ü')]) take(message);
  expect(done).toEqual(['keys é', 'clipboard ü and paste']);
});

test('input of somebody who has lost the phone meanwhile is dropped, its text told as lost, and fingers are lifted', async () => {
  for (const message of [text('é'), enter, text('ü'), text('a')]) take(message);
  take({ type: 'cancel_gestures' });
  lostSince = 2;
  take(enter, 2);
  finishTyping();
  await vi.waitFor(() =>
    expect(done).toEqual(['type é', 'typed', 'cancel_gestures', 'key', 'told failed üa']),
  );
});

test('a typed text waits for keys that wait for scrcpy’s server', async () => {
  const turn = Promise.withResolvers<boolean>();
  outlet.turn = turn.promise;
  for (const message of [text('hello'), text('é'), text('b'), enter]) take(message);
  await vi.waitFor(() => expect(done).toEqual(['keys hello']));
  turn.resolve(true);
  await vi.waitFor(() => expect(done.slice(1)).toEqual(['type éb']));
  finishTyping();
  await vi.waitFor(() => expect(done.slice(2)).toEqual(['typed', 'key']));
});

test('a typed text that can’t have its turn, as after a lost tap, is told as lost', async () => {
  outlet.turn = Promise.resolve(false);
  for (const message of [text('é'), enter, text('ü')]) take(message);
  await vi.waitFor(() => expect(done).toEqual(['key', 'told failed éü']));
});

test('keys that wait at another channel hold a typed text up, too', async () => {
  const other = new TestOutlet('other: ');
  other.turn = Promise.resolve(false);
  input.join(other);
  take(text('é'));
  await vi.waitFor(() => expect(done).toEqual(['told failed é']));
});

test('nothing that waits is done when the tenant has gone', async () => {
  for (const message of [text('é'), enter]) take(message);
  input.end();
  finishTyping();
  await vi.waitFor(() => expect(done).toEqual(['type é', 'typed']));
});

test('input that waits outlasts its channel, and goes on in its order by the next one', async () => {
  for (const message of [text('한'), text('글'), enter, text('b')]) take(message);
  input.leave(outlet);
  outlet.canSend = false;
  const next = new TestOutlet('next: ');
  finishTyping();
  await vi.waitFor(() => expect(done.at(-1)).toBe('type 글'));
  finishTyping();
  await vi.waitFor(() => expect(done.at(-1)).toBe('typed'));
  input.join(next);
  take(enter, 1, next);
  await vi.waitFor(() => expect(done.slice(4)).toEqual(['next: key', 'next: keys b', 'next: key']));
});

test('a lost channel whose capture goes on is still used, and its fingers are lifted', async () => {
  const point = { x: 1, y: 1, pictureWidth: 4, pictureHeight: 8 };
  const finger = { tool: 'finger', pointer: 0, buttons: 0, pressure: 1 } as const;
  for (const message of [text('é'), enter]) take(message);
  take({ type: 'touch', action: 'down', ...finger, ...point });
  input.leave(outlet);
  finishTyping();
  await vi.waitFor(() => expect(done).toEqual(['type é', 'typed', 'key', 'touch', 'cancel_gestures']));
});

test('where nobody comes, the lost text is told to its person who comes later', async () => {
  vi.useFakeTimers();
  for (const message of [text('é'), enter, text('b'), text('c')]) take(message);
  input.leave(outlet);
  [outlet.canSend, outlet.hears] = [false, false];
  finishTyping();
  await vi.advanceTimersByTimeAsync(10_001);
  vi.useRealTimers();
  expect(done).toEqual(['type é', 'typed']);
  const stranger = new TestOutlet('stranger: ');
  stranger.hears = false;
  input.join(stranger);
  input.tellWaiting(stranger);
  const next = new TestOutlet();
  input.tellWaiting(next);
  input.tellWaiting(next);
  expect(done.slice(2)).toEqual(['told failed bc']);
});

test('too much input is dropped, and its text is told at once and at the end', async () => {
  take(text('é'));
  for (let count = 0; count < 1_000; count++) take(enter);
  for (const letter of 'abc') take(text(letter));
  await vi.waitFor(() => expect(done).toEqual(['type é', 'told failed a']));
  take({ type: 'cancel_gestures' });
  expect(done.at(-1)).toBe('cancel_gestures');
  finishTyping();
  await vi.waitFor(() => expect(done.filter((one) => one === 'key')).toHaveLength(1_000));
  await vi.waitFor(() => expect(done.at(-1)).toBe('told failed bc'));
});

test('long texts that wait are bounded by their size', async () => {
  const long = `é${'x'.repeat(255 * 1024)}`;
  take(text('é'));
  for (let count = 0; count < 6; count++) take(text(long));
  await vi.waitFor(() => expect(done.at(-1)).toMatch(/^told failed éx{78}…$/));
  finishTyping();
  await vi.waitFor(() => expect(done.at(-1)).toHaveLength('type '.length + 4 * long.length));
  // There is room again.
  take(text(long));
  finishTyping();
  await vi.waitFor(() => expect(done.at(-1)).toHaveLength('type '.length + long.length));
});

test('fingers that wait are lifted where their end has no room', async () => {
  take(text('é'));
  for (let count = 0; count < 999; count++) take(enter);
  for (const action of ['down', 'up', 'down', 'up'] as const) take(tap(action));
  finishTyping();
  await vi.waitFor(() => expect(done.slice(-2)).toEqual(['touch', 'cancel_gestures']));
  expect(done.filter((one) => one === 'touch')).toHaveLength(1);
});

test('fingers that waited and went by another channel are lifted by that one', async () => {
  for (const message of [text('é'), tap('down')]) take(message);
  input.leave(outlet);
  outlet.canSend = false;
  input.join(new TestOutlet('next: '));
  finishTyping();
  await vi.waitFor(() => expect(done.slice(2)).toEqual(['next: touch', 'next: cancel_gestures']));
});

const tap = (action: 'down' | 'move' | 'up' | 'cancel'): ControlMessage => {
  const point = { x: 1, y: 1, pictureWidth: 4, pictureHeight: 8 };
  return { type: 'touch', action, tool: 'finger', pointer: 0, buttons: 0, pressure: 1, ...point };
};

test('touches that wait for more than three seconds are dropped, and what was typed after them is told as lost', async () => {
  vi.useFakeTimers();
  for (const message of [text('é'), enter]) take(message);
  for (const action of ['down', 'move', 'up', 'down', 'cancel'] as const) take(tap(action));
  for (const message of [text('b'), enter, text('c')]) take(message);
  await vi.advanceTimersByTimeAsync(3_001);
  finishTyping();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(done).toEqual(['type é', 'typed', 'key', 'touch', 'touch', 'told failed bc']);
  take(text('d'));
  expect(done.at(-1)).toBe('keys d');
});

test('touches that wait for three seconds at most are done', async () => {
  vi.useFakeTimers();
  take(text('é'));
  for (const action of ['down', 'up'] as const) take(tap(action));
  take(text('b'));
  await vi.advanceTimersByTimeAsync(3_000);
  finishTyping();
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  expect(done).toEqual(['type é', 'typed', 'touch', 'touch', 'keys b']);
});

test('lost text of a password’s field is told without its words', async () => {
  isPassword = true;
  input.tellLost('secret', { outlet, generation: 1, who: ada });
  await vi.waitFor(() => expect(done).toEqual(['told failed undefined']));
});

test('letters that are lost together are told together, those of each person apart', async () => {
  const grace = { ...ada, id: '0f8fad5b-d9cb-469f-a165-70867728950e', name: 'Grace' };
  for (const [letter, who] of [
    ['a', ada],
    ['b', ada],
    ['x', grace],
    ['c', ada],
  ] as const)
    input.tellLost(letter, { outlet, generation: 1, who });
  await vi.waitFor(() => expect(done).toEqual(['told failed abc', 'told failed x']));
});
