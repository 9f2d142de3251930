import {
  type ControlMessage,
  ControlMessageFormatError,
  controlMessageBytes,
  copyKeys,
  keyActions,
  maxClipboardLength,
  maxTextLength,
  type PicturePoint,
  tools,
  touchActions,
} from './control-message.ts';
import { encodeUtf8 } from './utf8.ts';

/** Encodes one control message. Throws ControlMessageFormatError for text that is empty or too long. */
export function encodeControlMessage(message: ControlMessage): Uint8Array<ArrayBuffer> {
  switch (message.type) {
    case 'touch': {
      const [bytes, view] = start(message, 15);
      view.setUint8(1, touchActions[message.action]);
      view.setUint8(2, message.pointer);
      view.setUint8(3, tools[message.tool]);
      view.setUint8(4, message.buttons);
      view.setUint16(5, message.pressure);
      setPoint(view, 7, message);
      return bytes;
    }
    case 'scroll': {
      const [bytes, view] = start(message, 13);
      setPoint(view, 1, message);
      view.setInt16(9, clampNotches(message.horizontal));
      view.setInt16(11, clampNotches(message.vertical));
      return bytes;
    }
    case 'key': {
      const [bytes, view] = start(message, 12);
      view.setUint8(1, keyActions[message.action]);
      view.setUint32(2, message.keycode);
      view.setUint16(6, message.repeat);
      view.setUint32(8, message.metaState);
      return bytes;
    }
    case 'text':
      return withText(message, 1, message.text, 1, maxTextLength)[0];
    case 'start_app':
      return withText(message, 1, message.name, 1, 255)[0];
    case 'set_clipboard': {
      const [bytes, view] = withText(message, 6, message.text, 0, maxClipboardLength);
      view.setUint32(1, message.sequence);
      view.setUint8(5, message.paste ? 1 : 0);
      return bytes;
    }
    case 'back_or_screen_on':
      return oneByte(message, keyActions[message.action]);
    case 'get_clipboard':
      return oneByte(message, copyKeys[message.copyKey]);
    case 'display_power':
      return oneByte(message, message.on ? 1 : 0);
    default:
      return start(message, 1)[0];
  }
}

function start(message: ControlMessage, length: number): [Uint8Array<ArrayBuffer>, DataView] {
  const bytes = new Uint8Array(length);
  bytes[0] = controlMessageBytes[message.type];
  return [bytes, new DataView(bytes.buffer)];
}

function oneByte(message: ControlMessage, value: number): Uint8Array<ArrayBuffer> {
  const [bytes] = start(message, 2);
  bytes[1] = value;
  return bytes;
}

function withText(
  message: ControlMessage,
  offset: number,
  text: string,
  minLength: number,
  maxLength: number,
): [Uint8Array<ArrayBuffer>, DataView] {
  const utf8 = encodeUtf8(text);
  if (utf8.length < minLength || utf8.length > maxLength) {
    throw new ControlMessageFormatError(`${message.type} of ${utf8.length} bytes`);
  }
  const started = start(message, offset + utf8.length);
  started[0].set(utf8, offset);
  return started;
}

function setPoint(view: DataView, offset: number, point: PicturePoint): void {
  view.setUint16(offset, point.x);
  view.setUint16(offset + 2, point.y);
  view.setUint16(offset + 4, point.pictureWidth);
  view.setUint16(offset + 6, point.pictureHeight);
}

function clampNotches(notches: number): number {
  return Math.max(-32768, Math.min(32767, Math.round(notches * 256)));
}
