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
  | { type: 'reset-video' }
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
      const kind = KINDS[view.readUInt8(0)];
      if (!kind) throw new ControlProtocolError(`Unknown event type: ${view.readUInt8(0)}`);
      const length = kind.length(view);
      if (length === undefined) break;
      if (length > MESSAGE_LIMIT_BYTES)
        throw new ControlProtocolError(`Message of ${length} bytes is too long`);
      if (view.length < length) break;
      messages.push(kind.parse(view.subarray(0, length)));
      start += length;
    }
    this.#rest = bytes.subarray(start);
    return messages;
  }
}

interface Kind {
  /** Length of the message, or undefined while too few bytes have arrived to know it. */
  length(bytes: Buffer): number | undefined;
  parse(bytes: Buffer): ControlMessage;
}

const fixed = (length: number, parse: Kind['parse']): Kind => ({ length: () => length, parse });
/** A message that ends with a counted text; the count of `size` bytes lies at `at`. */
const counted = (at: number, size: 1 | 4, parse: Kind['parse']): Kind => ({
  length: (bytes) => (bytes.length < at + size ? undefined : at + size + bytes.readUIntBE(at, size)),
  parse,
});

const KINDS: Readonly<Record<number, Kind>> = {
  0: fixed(14, (bytes) => ({
    type: 'keycode',
    action: bytes.readUInt8(1),
    keycode: bytes.readInt32BE(2),
    repeat: bytes.readInt32BE(6),
    metaState: bytes.readInt32BE(10),
  })),
  1: counted(1, 4, (bytes) => ({ type: 'text', text: bytes.toString('utf8', 5) })),
  2: fixed(32, (bytes) => ({
    type: 'touch',
    action: bytes.readUInt8(1),
    pointerId: bytes.readBigInt64BE(2),
    position: parsePosition(bytes, 10),
    pressure: unsignedFixedPoint(bytes.readUInt16BE(22)),
    actionButton: bytes.readInt32BE(24),
    buttons: bytes.readInt32BE(28),
  })),
  3: fixed(21, (bytes) => ({
    type: 'scroll',
    position: parsePosition(bytes, 1),
    horizontal: signedFixedPoint(bytes.readInt16BE(13)) * 16,
    vertical: signedFixedPoint(bytes.readInt16BE(15)) * 16,
    buttons: bytes.readInt32BE(17),
  })),
  4: fixed(2, (bytes) => ({ type: 'back-or-screen-on', action: bytes.readUInt8(1) })),
  5: fixed(1, () => ({ type: 'expand-notifications' })),
  6: fixed(1, () => ({ type: 'expand-settings' })),
  7: fixed(1, () => ({ type: 'collapse-panels' })),
  8: fixed(2, (bytes) => ({ type: 'get-clipboard', copyKey: bytes.readUInt8(1) })),
  9: counted(10, 4, (bytes) => ({
    type: 'set-clipboard',
    sequence: bytes.readBigUInt64BE(1),
    paste: bytes.readUInt8(9) !== 0,
    text: bytes.toString('utf8', 14),
  })),
  10: fixed(2, (bytes) => ({ type: 'display-power', on: bytes.readUInt8(1) !== 0 })),
  11: fixed(1, () => ({ type: 'rotate' })),
  16: counted(1, 1, (bytes) => ({ type: 'start-app', name: bytes.toString('utf8', 2) })),
  17: fixed(1, () => ({ type: 'reset-video' })),
};

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
