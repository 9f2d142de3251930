// Messages of the client on the control socket (control/ControlMessageReader.java, scrcpy 3.3.x). Integers are
// big-endian. An unknown type ends the server's control thread, because the length of its message is unknown.

export interface Position {
  readonly x: number;
  readonly y: number;
  /** Size of the picture to which the position refers. */
  readonly width: number;
  readonly height: number;
}

export type ControlMessage =
  | { type: 'keycode'; action: number; keycode: number; repeat: number; metaState: number }
  | { type: 'text'; text: string }
  | {
      type: 'touch';
      action: number;
      pointerId: bigint;
      position: Position;
      /** 0 to 1. */
      pressure: number;
      actionButton: number;
      buttons: number;
    }
  /** Scroll distances are -16 to 16. */
  | { type: 'scroll'; position: Position; horizontal: number; vertical: number; buttons: number }
  | { type: 'back-or-screen-on'; action: number }
  | { type: 'expand-notifications' | 'expand-settings' | 'collapse-panels' | 'rotate' }
  | { type: 'get-clipboard'; copyKey: number }
  | { type: 'set-clipboard'; sequence: bigint; paste: boolean; text: string }
  | { type: 'display-power'; on: boolean }
  /** Creates, uses or destroys a UHID device; its contents have no effect. */
  | { type: 'uhid' }
  | { type: 'hard-keyboard-settings' | 'reset-video' }
  | { type: 'start-app'; name: string };

/** Longest message that the server accepts, in bytes. */
const MESSAGE_LIMIT_BYTES = 1 << 18;

export class ControlProtocolError extends Error {
  override readonly name = 'ControlProtocolError';
}

/** Splits a byte stream into control messages. Holds at most one partial message. */
export class ControlMessageParser {
  #rest: Buffer = Buffer.alloc(0);

  /** Throws a ControlProtocolError for an unknown type or a message that is too long. */
  push(chunk: Uint8Array): ControlMessage[] {
    const bytes = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    const messages: ControlMessage[] = [];
    let start = 0;
    while (start < bytes.length) {
      const view = bytes.subarray(start);
      const length = messageLength(view);
      if (length === undefined) break;
      if (length > MESSAGE_LIMIT_BYTES)
        throw new ControlProtocolError(`Message of ${length} bytes is too long`);
      if (view.length < length) break;
      messages.push(parse(view.subarray(0, length)));
      start += length;
    }
    this.#rest = bytes.subarray(start);
    return messages;
  }
}

/** Length of the message that begins here, or undefined while too few bytes have arrived. */
function messageLength(bytes: Buffer): number | undefined {
  const type = bytes.readUInt8(0);
  const counted = (at: number, size: 1 | 2 | 4) =>
    bytes.length < at + size ? undefined : at + size + bytes.readUIntBE(at, size);
  switch (type) {
    case 0:
      return 14;
    case 1:
      return counted(1, 4);
    case 2:
      return 32;
    case 3:
      return 21;
    case 4:
    case 8:
    case 10:
      return 2;
    case 5:
    case 6:
    case 7:
    case 11:
    case 15:
    case 17:
      return 1;
    case 9:
      return counted(10, 4);
    case 12: {
      const descriptor = counted(7, 1);
      return descriptor === undefined ? undefined : counted(descriptor, 2);
    }
    case 13:
      return counted(3, 2);
    case 14:
      return 3;
    case 16:
      return counted(1, 1);
    default:
      throw new ControlProtocolError(`Unknown event type: ${type}`);
  }
}

function parse(bytes: Buffer): ControlMessage {
  const type = bytes.readUInt8(0);
  switch (type) {
    case 0:
      return {
        type: 'keycode',
        action: bytes.readUInt8(1),
        keycode: bytes.readInt32BE(2),
        repeat: bytes.readInt32BE(6),
        metaState: bytes.readInt32BE(10),
      };
    case 1:
      return { type: 'text', text: bytes.toString('utf8', 5) };
    case 2:
      return {
        type: 'touch',
        action: bytes.readUInt8(1),
        pointerId: bytes.readBigInt64BE(2),
        position: parsePosition(bytes, 10),
        pressure: unsignedFixedPoint(bytes.readUInt16BE(22)),
        actionButton: bytes.readInt32BE(24),
        buttons: bytes.readInt32BE(28),
      };
    case 3:
      return {
        type: 'scroll',
        position: parsePosition(bytes, 1),
        horizontal: signedFixedPoint(bytes.readInt16BE(13)) * 16,
        vertical: signedFixedPoint(bytes.readInt16BE(15)) * 16,
        buttons: bytes.readInt32BE(17),
      };
    case 4:
      return { type: 'back-or-screen-on', action: bytes.readUInt8(1) };
    case 8:
      return { type: 'get-clipboard', copyKey: bytes.readUInt8(1) };
    case 9:
      return {
        type: 'set-clipboard',
        sequence: bytes.readBigUInt64BE(1),
        paste: bytes.readUInt8(9) !== 0,
        text: bytes.toString('utf8', 14),
      };
    case 10:
      return { type: 'display-power', on: bytes.readUInt8(1) !== 0 };
    case 12:
    case 13:
    case 14:
      return { type: 'uhid' };
    case 16:
      return { type: 'start-app', name: bytes.toString('utf8', 2) };
    default:
      return { type: plainType(type) };
  }
}

type PlainType =
  | 'expand-notifications'
  | 'expand-settings'
  | 'collapse-panels'
  | 'rotate'
  | 'hard-keyboard-settings'
  | 'reset-video';

function plainType(type: number): PlainType {
  switch (type) {
    case 5:
      return 'expand-notifications';
    case 6:
      return 'expand-settings';
    case 7:
      return 'collapse-panels';
    case 11:
      return 'rotate';
    case 15:
      return 'hard-keyboard-settings';
    case 17:
      return 'reset-video';
    default:
      throw new ControlProtocolError(`Unknown event type: ${type}`);
  }
}

function parsePosition(bytes: Buffer, at: number): Position {
  return {
    x: bytes.readInt32BE(at),
    y: bytes.readInt32BE(at + 4),
    width: bytes.readUInt16BE(at + 8),
    height: bytes.readUInt16BE(at + 10),
  };
}

/** 0xffff stands for exactly 1 (util/Binary.java). */
const unsignedFixedPoint = (value: number) => (value === 0xffff ? 1 : value / 0x10000);
const signedFixedPoint = (value: number) => (value === 0x7fff ? 1 : value / 0x8000);
