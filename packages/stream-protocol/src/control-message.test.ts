import { describe, expect, it } from 'vitest';
import { type ControlMessage, ControlMessageFormatError } from './control-message.ts';
import { decodeControlMessage } from './control-message-decode.ts';
import { encodeControlMessage } from './control-message-encode.ts';

const point = { x: 0x8000, y: 0x4000, pictureWidth: 720, pictureHeight: 1600 };
const pointBytes = [0x80, 0, 0x40, 0, 0x02, 0xd0, 0x06, 0x40];

const table: [string, ControlMessage, number[]][] = [
  [
    'touch',
    { type: 'touch', action: 'move', pointer: 3, tool: 'stylus', buttons: 1, pressure: 0xffff, ...point },
    [1, 2, 3, 2, 1, 0xff, 0xff, ...pointBytes],
  ],
  [
    'scroll',
    { type: 'scroll', ...point, horizontal: -1, vertical: 0.5 },
    [2, ...pointBytes, 0xff, 0, 0, 0x80],
  ],
  [
    'key',
    { type: 'key', action: 'up', keycode: 66, repeat: 2, metaState: 0x1001 },
    [3, 1, 0, 0, 0, 66, 0, 2, 0, 0, 0x10, 1],
  ],
  ['text', { type: 'text', text: 'hé' }, [4, 0x68, 0xc3, 0xa9]],
  ['back_or_screen_on', { type: 'back_or_screen_on', action: 'down' }, [5, 0]],
  ['expand_notifications', { type: 'expand_notifications' }, [6]],
  ['expand_settings', { type: 'expand_settings' }, [7]],
  ['collapse_panels', { type: 'collapse_panels' }, [8]],
  ['get_clipboard', { type: 'get_clipboard', copyKey: 'cut' }, [9, 2]],
  [
    'set_clipboard',
    { type: 'set_clipboard', sequence: 7, paste: true, text: 'ab' },
    [10, 0, 0, 0, 7, 1, 0x61, 0x62],
  ],
  ['display_power', { type: 'display_power', on: true }, [11, 1]],
  ['rotate', { type: 'rotate' }, [12]],
  ['start_app', { type: 'start_app', name: 'a.b' }, [13, 0x61, 0x2e, 0x62]],
  ['cancel_gestures', { type: 'cancel_gestures' }, [14]],
];

describe('control messages', () => {
  it.each(table)('%s is written as the table says', (_, message, bytes) => {
    expect([...encodeControlMessage(message)]).toEqual(bytes);
  });

  it.each(table)('%s is read as the table says', (_, message, bytes) => {
    expect(decodeControlMessage(Uint8Array.from(bytes))).toEqual(message);
  });

  it.each([
    ['an empty message', []],
    ['an unknown kind', [0]],
    ['a short touch', [1, 2, 3]],
    ['a long key', [3, 1, 0, 0, 0, 66, 0, 2, 0, 0, 0x10, 1, 0]],
    ['an unknown touch action', [1, 9, 3, 2, 1, 0xff, 0xff, ...pointBytes]],
    ['an eleventh pointer', [1, 2, 10, 2, 1, 0xff, 0xff, ...pointBytes]],
    ['a picture without a width', [1, 2, 3, 2, 1, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['a keycode beyond Android’s', [3, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['empty text', [4]],
    ['text that is not UTF-8', [4, 0xff, 0xfe]],
    ['text of 301 bytes', [4, ...new Array<number>(301).fill(0x61)]],
    ['a flag that is neither 0 nor 1', [11, 2]],
  ])('%s is refused', (_, bytes) => {
    expect(() => decodeControlMessage(Uint8Array.from(bytes))).toThrow(ControlMessageFormatError);
  });

  it('text that is too long is refused before it is sent', () => {
    expect(() => encodeControlMessage({ type: 'text', text: 'é'.repeat(151) })).toThrow(
      ControlMessageFormatError,
    );
  });
});
