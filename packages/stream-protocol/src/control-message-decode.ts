import {
  type ControlMessage,
  ControlMessageFormatError,
  type ControlMessageType,
  controlMessageBytes,
  copyKeys,
  keyActions,
  maxClipboardLength,
  maxTextLength,
  type PicturePoint,
  tools,
  touchActions,
} from './control-message.ts';
import { decodeUtf8 } from './utf8.ts';

const typeByByte = new Map<number, ControlMessageType>(
  (Object.entries(controlMessageBytes) as [ControlMessageType, number][]).map(([type, byte]) => [byte, type]),
);

/**
 * Decodes and checks one control message: kind, exact length and range of every value. Throws
 * ControlMessageFormatError, so that a relay can refuse it before anything reaches a host.
 */
export function decodeControlMessage(bytes: Uint8Array): ControlMessage {
  const type = typeByByte.get(bytes[0] ?? 0);
  if (type === undefined) throw new ControlMessageFormatError(`control message kind ${bytes[0]}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case 'touch':
      expectLength(type, bytes, 15);
      return {
        type,
        action: nameOf(touchActions, view.getUint8(1), type),
        pointer: atMost(view.getUint8(2), 9, 'pointer'),
        tool: nameOf(tools, view.getUint8(3), type),
        buttons: atMost(view.getUint8(4), 31, 'buttons'),
        pressure: view.getUint16(5),
        ...pointAt(view, 7),
      };
    case 'scroll':
      expectLength(type, bytes, 13);
      return {
        type,
        ...pointAt(view, 1),
        horizontal: view.getInt16(9) / 256,
        vertical: view.getInt16(11) / 256,
      };
    case 'key':
      expectLength(type, bytes, 12);
      return {
        type,
        action: nameOf(keyActions, view.getUint8(1), type),
        keycode: atMost(view.getUint32(2), 1024, 'keycode'),
        repeat: view.getUint16(6),
        metaState: view.getUint32(8),
      };
    case 'text':
      return { type, text: textAt(type, bytes, 1, 1, maxTextLength) };
    case 'start_app':
      return { type, name: textAt(type, bytes, 1, 1, 255) };
    case 'set_clipboard':
      if (bytes.length < 6) throw new ControlMessageFormatError(`set_clipboard of ${bytes.length} bytes`);
      return {
        type,
        sequence: view.getUint32(1),
        paste: flag(view.getUint8(5), 'paste'),
        text: textAt(type, bytes, 6, 0, maxClipboardLength),
      };
    case 'back_or_screen_on':
      expectLength(type, bytes, 2);
      return { type, action: nameOf(keyActions, view.getUint8(1), type) };
    case 'get_clipboard':
      expectLength(type, bytes, 2);
      return { type, copyKey: nameOf(copyKeys, view.getUint8(1), type) };
    case 'display_power':
      expectLength(type, bytes, 2);
      return { type, on: flag(view.getUint8(1), 'on') };
    default:
      expectLength(type, bytes, 1);
      return { type };
  }
}

function expectLength(type: ControlMessageType, bytes: Uint8Array, length: number): void {
  if (bytes.length !== length) throw new ControlMessageFormatError(`${type} of ${bytes.length} bytes`);
}

function nameOf<Names extends Record<string, number>>(
  names: Names,
  value: number,
  type: string,
): keyof Names & string {
  for (const [name, number] of Object.entries(names)) if (number === value) return name;
  throw new ControlMessageFormatError(`${type} with the value ${value}`);
}

function atMost(value: number, max: number, what: string): number {
  if (value > max) throw new ControlMessageFormatError(`${what} ${value} is above ${max}`);
  return value;
}

function flag(value: number, what: string): boolean {
  return atMost(value, 1, what) === 1;
}

function pointAt(view: DataView, offset: number): PicturePoint {
  const point = {
    x: view.getUint16(offset),
    y: view.getUint16(offset + 2),
    pictureWidth: view.getUint16(offset + 4),
    pictureHeight: view.getUint16(offset + 6),
  };
  if (point.pictureWidth === 0 || point.pictureHeight === 0) {
    throw new ControlMessageFormatError('a picture without a size');
  }
  return point;
}

function textAt(type: string, bytes: Uint8Array, offset: number, min: number, max: number): string {
  const length = bytes.length - offset;
  if (length < min || length > max) throw new ControlMessageFormatError(`${type} of ${length} bytes`);
  const text = decodeUtf8(bytes.subarray(offset));
  if (text === undefined) throw new ControlMessageFormatError(`${type} that is not UTF-8`);
  return text;
}
