import { expect, test } from 'vitest';
import { type ControlMessage, ControlMessageParser, ControlProtocolError } from './control-message.ts';

const parse = (hex: string) => new ControlMessageParser().push(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

// Bytes as scrcpy's app/tests/test_control_msg_serialize.c writes them.
const cases: [name: string, bytes: string, message: ControlMessage][] = [
  [
    'keycode: up, ENTER, repeat 5, shift',
    '00 01 00000042 00000005 00000041',
    { type: 'keycode', action: 1, keycode: 66, repeat: 5, metaState: 0x41 },
  ],
  ['text', '01 0000000d 68656c6c6f2c20776f726c6421', { type: 'text', text: 'hello, world!' }],
  [
    'touch: down, id, 100,200 of 1080x1920, full pressure, primary button',
    '02 00 1234567887654321 00000064 000000c8 0438 0780 ffff 00000001 00000001',
    {
      type: 'touch',
      action: 0,
      pointerId: 0x1234567887654321n,
      position: { x: 100, y: 200, width: 1080, height: 1920 },
      pressure: 1,
      actionButton: 1,
      buttons: 1,
    },
  ],
  [
    'touch of the mouse has pointer id -1',
    '02 02 ffffffffffffffff 00000001 00000002 02d0 0640 8000 00000000 00000000',
    {
      type: 'touch',
      action: 2,
      pointerId: -1n,
      position: { x: 1, y: 2, width: 720, height: 1600 },
      pressure: 0.5,
      actionButton: 0,
      buttons: 0,
    },
  ],
  [
    'scroll: one notch right, one notch down, in a scale of 16',
    '03 00000104 00000402 0438 0780 0800 f800 00000001',
    {
      type: 'scroll',
      position: { x: 260, y: 1026, width: 1080, height: 1920 },
      horizontal: 1,
      vertical: -1,
      buttons: 1,
    },
  ],
  ['back or screen on', '04 01', { type: 'back-or-screen-on', action: 1 }],
  ['expand notifications', '05', { type: 'expand-notifications' }],
  ['expand settings', '06', { type: 'expand-settings' }],
  ['collapse panels', '07', { type: 'collapse-panels' }],
  ['get clipboard, copying first', '08 01', { type: 'get-clipboard', copyKey: 1 }],
  [
    'set clipboard with paste',
    '09 0102030405060708 01 0000000d 68656c6c6f2c20776f726c6421',
    { type: 'set-clipboard', sequence: 0x0102030405060708n, paste: true, text: 'hello, world!' },
  ],
  ['display power on', '0a 01', { type: 'display-power', on: true }],
  ['rotate', '0b', { type: 'rotate' }],
  ['start app', '10 09 66697265666f78202b', { type: 'start-app', name: 'firefox +' }],
  ['reset video', '11', { type: 'reset-video' }],
];

test.each(cases)('%s', (_name, bytes, message) => {
  expect(parse(bytes)).toEqual([message]);
});

test('messages are read correctly from chunks of any size', () => {
  const all = Buffer.from(cases.map(([, bytes]) => bytes.replaceAll(' ', '')).join(''), 'hex');
  for (const size of [1, 2, 7, 31]) {
    const parser = new ControlMessageParser();
    const messages: ControlMessage[] = [];
    for (let at = 0; at < all.length; at += size) messages.push(...parser.push(all.subarray(at, at + size)));
    expect(messages).toEqual(cases.map(([, , message]) => message));
  }
});

test('an unknown type is refused', () => {
  expect(() => parse('12')).toThrow(ControlProtocolError);
});

test('a message beyond the limit is refused before its bytes arrive', () => {
  expect(() => parse('01 7fffffff')).toThrow('too long');
});
