// The effect of each control message on the phone, and the reply to the client.

import { createTestSystem } from '@pocketfleet/android-shell/testing/test-system';
import { expect, test } from 'vitest';
import type { ControlMessage } from './control-message.ts';
import { createController } from './controller.ts';

const at = { x: 36, y: 80, width: 360, height: 800 };
const finger = { pointerId: 5n, position: at, pressure: 1, actionButton: 0, buttons: 0 };

async function play(messages: readonly ControlMessage[], clipboardAutosync = true) {
  using phone = createTestSystem();
  const { calls, half, world } = phone.android;
  const sent: string[] = [];
  const printed: string[] = [];
  const controller = createController({
    screen: half.screen,
    packages: world.packages,
    videoSize: () => ({ width: 360, height: 800 }),
    resetVideo: () => void calls.push('reset'),
    send: (message) => void sent.push(message.toString('hex')),
    print: (line) => void printed.push(line.replace('[server] ', '')),
    clipboardAutosync,
    firstPointerId: 100,
  });
  half.screen.clipboard.set('old');
  for (const message of messages) controller.handle(message);
  const { rotation } = half.screen.display;
  return { calls: [...calls], sent, printed, clip: half.screen.clipboard.get(), rotation };
}

const start = (name: string): ControlMessage => ({ type: 'start-app', name });

test.each<[string, ControlMessage[], string[]]>([
  ['a key', [{ type: 'keycode', action: 1, keycode: 66, repeat: 0, metaState: 1 }], ['key up 66 1']],
  ['a key’s unknown action', [{ type: 'keycode', action: 2, keycode: 66, repeat: 0, metaState: 0 }], []],
  ['a text', [{ type: 'text', text: 'héllo' }], ['text héllo']],
  ['a text longer than 300 bytes', [{ type: 'text', text: 'é'.repeat(151) }], []],
  [
    'a tap, scaled from the picture to the display',
    [{ type: 'touch', action: 0, ...finger }],
    ['touch down 100 108 240 1'],
  ],
  ['a cancelled gesture', [{ type: 'touch', action: 3, ...finger }], ['touch cancel 100 108 240 1']],
  [
    'a mouse that hovers',
    [{ type: 'touch', action: 7, ...finger, pointerId: -1n }],
    ['touch hover 100 108 240 1'],
  ],
  [
    'a stale position',
    [{ type: 'touch', action: 1, ...finger, position: { ...at, width: 800, height: 360 } }],
    [],
  ],
  [
    'a wheel',
    [{ type: 'scroll', position: at, horizontal: 0, vertical: -2, buttons: 0 }],
    ['scroll 108 240 0 -2'],
  ],
  ['back', [{ type: 'back-or-screen-on', action: 0 }], ['key down 4 0']],
  [
    'panels',
    [{ type: 'expand-notifications' }, { type: 'expand-settings' }, { type: 'collapse-panels' }],
    ['panel notifications', 'panel settings', 'panel none'],
  ],
  ['the display’s light alone', [{ type: 'display-power', on: false }], []],
  ['a new key picture', [{ type: 'reset-video' }], ['reset']],
  [
    'copying before the clipboard is asked for',
    [{ type: 'get-clipboard', copyKey: 1 }],
    ['key down 278 0', 'key up 278 0'],
  ],
  ['cutting', [{ type: 'get-clipboard', copyKey: 2 }], ['key down 277 0', 'key up 277 0']],
  [
    'pasting',
    [{ type: 'set-clipboard', sequence: 0n, paste: true, text: 'new' }],
    ['key down 279 0', 'key up 279 0'],
  ],
  ['an app by its package', [start('com.android.paint')], ['start {"package":"com.android.paint"}']],
  [
    'an app from its beginning',
    [start('+com.android.paint')],
    ['forceStop com.android.paint', 'start {"package":"com.android.paint"}'],
  ],
])('%s', async (_what, messages, calls) => {
  expect((await play(messages)).calls).toEqual(calls);
});

test('a rotation turns the phone, and another turns it back', async () => {
  expect((await play([{ type: 'rotate' }])).rotation).toBe(1);
  expect((await play([{ type: 'rotate' }, { type: 'rotate' }])).rotation).toBe(0);
});

test('a clipboard with a sequence number is acknowledged, one without is not', async () => {
  const set = (sequence: bigint): ControlMessage => ({
    type: 'set-clipboard',
    sequence,
    paste: false,
    text: 'new',
  });
  expect(await play([set(0x0102n)])).toMatchObject({ clip: 'new', sent: ['010000000000000102'] });
  expect(await play([set(0n)])).toMatchObject({ clip: 'new', sent: [] });
});

test('a requested clipboard is sent, unless clipboards are synchronized anyway', async () => {
  const ask: ControlMessage[] = [{ type: 'get-clipboard', copyKey: 0 }];
  expect((await play(ask, false)).sent).toEqual(['00000000036f6c64']);
  expect((await play(ask)).sent).toEqual([]);
});

test('an eleventh finger is ignored, and an unknown app is reported', async () => {
  const fingers = Array.from(
    { length: 11 },
    (_, id): ControlMessage => ({ type: 'touch', action: 0, ...finger, pointerId: BigInt(id) }),
  );
  const { calls, printed } = await play([...fingers, start('com.none')]);
  expect(calls).toHaveLength(10);
  expect(printed).toEqual([
    'WARN: Too many pointers for touch event',
    'ERROR: Cannot create launch intent for app com.none',
  ]);
});
