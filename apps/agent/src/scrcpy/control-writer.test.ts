import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { expect, test } from 'vitest';
import { ControlWriter, resetVideoMessage } from './control-writer.ts';

const touch = (action: 'down' | 'move' | 'up', width = 720, height = 1600): ControlMessage => ({
  type: 'touch',
  action,
  pointer: 3,
  tool: 'finger',
  buttons: 1,
  pressure: 65535,
  x: 32768,
  y: 16384,
  pictureWidth: width,
  pictureHeight: height,
});

// type, action, pointer id (8), x, y (4 each), width, height (2 each), pressure, action button, buttons
const bytesOf = (action: number, pressure: string, size = '02d00640', at = '0000016800000190') =>
  `02${action.toString(16).padStart(2, '0')}0000000000000003${at}${size}${pressure}0000000000000000`;

const hex = (messages: readonly Uint8Array[]) => messages.map((bytes) => Buffer.from(bytes).toString('hex'));

function writerFor(width = 720, height = 1600): ControlWriter {
  const writer = new ControlWriter();
  writer.setSize(width, height);
  return writer;
}

test('a touch is mapped to the video size and encoded for scrcpy 3.3.3', () => {
  const writer = writerFor();
  expect(hex(writer.write(touch('down')))).toEqual([bytesOf(0, 'ffff')]);
  expect(hex(writer.write(touch('up')))).toEqual([bytesOf(1, '0000')]);
});

test('a gesture is ended when the video size changes, and the rest of it is dropped', () => {
  const writer = writerFor();
  writer.write(touch('down'));
  const ended = hex(writer.setSize(1600, 720));
  expect(ended).toEqual([bytesOf(3, '0000', '064002d0'), bytesOf(1, '0000', '064002d0')]);
  expect(writer.write(touch('move'))).toEqual([]);
  expect(writer.write(touch('up'))).toEqual([]);
});

test('a touch on video of another shape is dropped', () => {
  expect(writerFor().write(touch('down', 1600, 720))).toEqual([]);
});

test('active touches end when the viewer leaves, and only once', () => {
  const writer = writerFor();
  writer.write(touch('down'));
  expect(hex(writer.write({ type: 'cancel_gestures' }))).toEqual([bytesOf(3, '0000'), bytesOf(1, '0000')]);
  expect(writer.write({ type: 'cancel_gestures' })).toEqual([]);
});

test.each<[ControlMessage, string]>([
  [{ type: 'key', action: 'up', keycode: 66, repeat: 2, metaState: 0x1001 }, '0001000000420000000200001001'],
  [{ type: 'key', action: 'down', keycode: 4, repeat: 0, metaState: 0 }, '0000000000040000000000000000'],
  // One notch right and one down, of the 16 that scrcpy's fixed-point number can hold.
  [
    {
      type: 'scroll',
      horizontal: 1,
      vertical: -1,
      x: 32768,
      y: 16384,
      pictureWidth: 720,
      pictureHeight: 1600,
    },
    '03' + '00000168' + '00000190' + '02d0' + '0640' + '0800' + 'f800' + '00000000',
  ],
  [{ type: 'text', text: 'he' }, '01000000026865'],
  // Text without key events goes through the clipboard (sequence 0: no acknowledgement).
  [{ type: 'text', text: 'hé' }, '09' + '0000000000000000' + '01' + '00000003' + '68c3a9'],
  [{ type: 'text', text: '日' }, '09' + '0000000000000000' + '01' + '00000003' + 'e697a5'],
  [{ type: 'get_clipboard', copyKey: 'cut' }, '0802'],
  [{ type: 'set_clipboard', sequence: 7, paste: true, text: 'a' }, '09000000000000000701' + '0000000161'],
  [{ type: 'display_power', on: false }, '0a00'],
  [{ type: 'rotate' }, '0b'],
  [{ type: 'start_app', name: 'a.b' }, '1003612e62'],
  [{ type: 'back_or_screen_on', action: 'down' }, '0400'],
  [{ type: 'expand_notifications' }, '05'],
  [{ type: 'expand_settings' }, '06'],
  [{ type: 'collapse_panels' }, '07'],
])('%o', (message, expected) => {
  expect(hex(writerFor().write(message))).toEqual([expected]);
});

test('RESET_VIDEO is one byte', () => {
  expect(hex([resetVideoMessage])).toEqual(['11']);
});
