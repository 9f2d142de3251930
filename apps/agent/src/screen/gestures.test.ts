import type { RecordedAction, ScreenNode } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { expect, test } from 'vitest';
import { Gestures, type Seen } from './gestures.ts';

const who = { kind: 'person', id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11', name: 'ada' } as const;
const node = (ref: string, label: string, width: number): ScreenNode => ({
  ref,
  role: 'button',
  label,
  value: null,
  hint: null,
  states: [],
  rect: { x: 0, y: 0, width, height: width },
  depth: 0,
});
const seen = {
  display: { width: 1_000, height: 2_000 },
  nodes: [node('n1', 'Page', 900), node('n2', 'Display', 300)],
  keyboard: null,
  hasHiddenField: false,
  isLocked: false,
};

function finger(action: 'down' | 'up' | 'cancel', x: number, y: number): ControlMessage {
  const at = { x, y, pictureWidth: 100, pictureHeight: 200 };
  return { type: 'touch', action, pointer: 0, tool: 'finger', buttons: 1, pressure: 65_535, ...at };
}

function record(
  inputs: readonly (readonly [ControlMessage, number])[],
  screen: Seen = seen,
): RecordedAction[] {
  const actions: RecordedAction[] = [];
  const gestures = new Gestures((action) => actions.push(action));
  for (const [message, atMs] of inputs) gestures.take(message, who, atMs, screen);
  gestures.flush();
  return actions;
}

test('a finger that goes down and up is a tap on the smallest control there', () => {
  expect(
    record([
      [finger('down', 6_000, 6_000), 100],
      [finger('up', 6_000, 6_100), 180],
    ]),
  ).toMatchObject([{ action: 'tap', at_ms: 100, who, by: 'hand', target: { ref: 'n2', label: 'Display' } }]);
});

test('a finger that stays is a long press, and a finger that moves is a swipe with its direction', () => {
  const actions = record([
    [finger('down', 6_000, 6_000), 0],
    [finger('up', 6_000, 6_000), 900],
    [finger('down', 6_000, 60_000), 1_000],
    [finger('up', 6_000, 20_000), 1_200],
  ]);
  expect(actions).toMatchObject([{ action: 'long_press' }, { action: 'swipe', detail: 'up' }]);
});

test('a cancelled gesture is not recorded', () => {
  expect(
    record([
      [finger('down', 1, 1), 0],
      [finger('cancel', 1, 1), 50],
      [finger('up', 1, 1), 60],
    ]),
  ).toEqual([]);
});

test('text that comes in pieces is one action with its length, and never the text', () => {
  const actions = record([
    [{ type: 'text', text: 'Hel' }, 0],
    [{ type: 'text', text: 'lo 👋' }, 800],
    [{ type: 'key', action: 'down', keycode: 66, repeat: 0, metaState: 0 }, 900],
    [{ type: 'text', text: 'x' }, 5_000],
  ]);
  expect(actions.map(({ action, length, detail }) => [action, length, detail])).toEqual([
    ['type', 7, ''],
    ['press', null, 'enter'],
    ['type', 1, ''],
  ]);
  expect(JSON.stringify(actions)).not.toContain('Hel');
});

test('typed text is recorded once nothing has come after it for a while', () => {
  const actions: RecordedAction[] = [];
  const gestures = new Gestures((action) => actions.push(action));
  gestures.take({ type: 'text', text: 'hey' }, who, 1_000, seen);
  gestures.check(2_000);
  expect(actions).toEqual([]);
  gestures.check(2_500);
  expect(actions).toMatchObject([{ action: 'type', at_ms: 1_000, length: 3 }]);
});

const keypad = [node('n3', '4', 300), node('n4', '4 GHI', 300), node('n0', '0 +', 300)].map((key) => ({
  ...seen,
  nodes: [key],
}));
test.each([
  ['on the phone’s own keyboard', { ...seen, keyboard: { top: 150 } }],
  ['while a password is asked for', { ...seen, hasHiddenField: true }],
  ['at the lock screen', { ...seen, isLocked: true }],
  ['on an app’s keypad', keypad[0] ?? seen],
  ['on an app’s keypad with letters', keypad[1] ?? seen],
  ['on the zero of an app’s keypad', keypad[2] ?? seen],
])('%s, neither the place nor the direction of a touch is recorded', (_, screen) => {
  const actions = record(
    [
      [finger('down', 6_000, 6_000), 100],
      [finger('up', 6_000, 6_100), 180],
      [finger('down', 6_000, 6_000), 1_000],
      [finger('up', 6_000, 20_000), 1_100],
    ],
    screen,
  );
  expect(actions).toMatchObject([
    { action: 'tap', target: null, detail: '' },
    { action: 'swipe', target: null, detail: '' },
  ]);
});

test('above the keyboard a touch is named', () => {
  const tap = [[finger('down', 6_000, 6_000), 100] as const, [finger('up', 6_000, 6_100), 180] as const];
  expect(record(tap, { ...seen, keyboard: { top: 1_400 } })).toMatchObject([
    { target: { label: 'Display' } },
  ]);
});

test('keys that write a character are text of which only the length is told, and commands are named', () => {
  const key = (keycode: number, metaState = 0): ControlMessage => ({
    type: 'key',
    action: 'down',
    keycode,
    repeat: 0,
    metaState,
  });
  const actions = record([
    [key(11), 0],
    [key(29), 100],
    [key(29, 0x1000), 200],
    [key(66), 300],
  ]);
  expect(actions.map(({ action, length, detail }) => [action, length, detail])).toEqual([
    ['type', 2, ''],
    ['press', null, 'key 29'],
    ['press', null, 'enter'],
  ]);
});
