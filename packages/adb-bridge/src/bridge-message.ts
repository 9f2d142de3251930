// A bridge's socket, both ways: one binary websocket message is one bridge message. Big-endian.
//
//   open   1: stream u32, credit u32, service utf8   either side asks for a stream; `service` as in adb ("shell:ls")
//   opened 2: stream u32, credit u32                 the other side has opened it
//   close  3: stream u32, reason utf8                either side: refused, ended ("") or broken off (a sentence)
//   data   4: stream u32, bytes                      never more than the receiver's credit
//   credit 5: stream u32, bytes u32                  the sender may send so many bytes more
//   banner 6: stream 0, utf8                         the phone's banner as in adb's CNXN; its first message
//
// Streams that the customer's side opens have odd numbers, those of the phone (`adb reverse`) even ones.

export type BridgeMessage =
  | {
      readonly type: 'open';
      readonly stream: number;
      readonly credit: number;
      readonly service: string;
    }
  | { readonly type: 'opened'; readonly stream: number; readonly credit: number }
  | { readonly type: 'close'; readonly stream: number; readonly reason: string }
  | { readonly type: 'data'; readonly stream: number; readonly data: Uint8Array }
  | { readonly type: 'credit'; readonly stream: number; readonly bytes: number }
  | { readonly type: 'banner'; readonly text: string };

export class BridgeFormatError extends Error {
  override name = 'BridgeFormatError';
}

const kinds = { open: 1, opened: 2, close: 3, data: 4, credit: 5, banner: 6 } as const;

/** The header of a data message. */
const dataHeaderBytes = 5;
/** The most bytes in one data message. */
export const maxDataBytes: number = 64 * 1024;
/** The longest service; a shell's command can be long. */
const maxServiceBytes = 128 * 1024;
export const maxReasonBytes = 500;
export const maxBannerBytes = 4_096;
const maxCredit = 16 * 1024 * 1024;
export const maxBridgeMessageLength: number = 9 + maxServiceBytes;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type Take = (length: number) => Uint8Array;
const newBytes: Take = (length) => new Uint8Array(length);

/** `take`: gives the memory of a data message. */
export function encodeBridgeMessage(message: BridgeMessage, take: Take = newBytes): Uint8Array {
  switch (message.type) {
    case 'open':
      return withNumbers(kinds.open, [message.stream, message.credit], encoder.encode(message.service));
    case 'opened':
      return withNumbers(kinds.opened, [message.stream, message.credit]);
    case 'close':
      return withNumbers(kinds.close, [message.stream], encodeReason(message.reason));
    case 'data':
      return withNumbers(kinds.data, [message.stream], message.data, take);
    case 'credit':
      return withNumbers(kinds.credit, [message.stream, message.bytes]);
    case 'banner':
      return withNumbers(kinds.banner, [0], encoder.encode(message.text));
  }
}

/** `data` shares the memory of `bytes`. Throws BridgeFormatError. */
export function decodeBridgeMessage(bytes: Uint8Array): BridgeMessage {
  if (bytes.length < dataHeaderBytes) throw new BridgeFormatError(`${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stream = view.getUint32(1);
  const rest = bytes.subarray(dataHeaderBytes);
  if (bytes[0] === kinds.banner) {
    if (stream !== 0) throw new BridgeFormatError('a banner of a stream');
    return { type: 'banner', text: text(rest, 0, maxBannerBytes) };
  }
  if (stream === 0) throw new BridgeFormatError('stream 0');
  switch (bytes[0]) {
    case kinds.open:
      return {
        type: 'open',
        stream,
        credit: creditOf(view),
        service: text(rest.subarray(4), 1, maxServiceBytes),
      };
    case kinds.opened:
      exactly(bytes, 9);
      return { type: 'opened', stream, credit: creditOf(view) };
    case kinds.close:
      return { type: 'close', stream, reason: text(rest, 0, maxReasonBytes) };
    case kinds.data:
      if (rest.length < 1 || rest.length > maxDataBytes)
        throw new BridgeFormatError(`${rest.length} bytes of data`);
      return { type: 'data', stream, data: rest };
    case kinds.credit:
      exactly(bytes, 9);
      return { type: 'credit', stream, bytes: creditOf(view) };
    default:
      throw new BridgeFormatError(`bridge message kind ${bytes[0]}`);
  }
}

function withNumbers(
  kind: number,
  numbers: readonly number[],
  rest?: Uint8Array,
  take = newBytes,
): Uint8Array {
  const headerBytes = 1 + 4 * numbers.length;
  const bytes = take(headerBytes + (rest?.length ?? 0));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint8(0, kind);
  for (const [index, number] of numbers.entries()) view.setUint32(1 + 4 * index, number);
  if (rest !== undefined) bytes.set(rest, headerBytes);
  return bytes;
}

/** A reason that is too long is cut between characters. */
function encodeReason(reason: string): Uint8Array {
  const bytes = new Uint8Array(maxReasonBytes);
  const { written } = encoder.encodeInto(reason, bytes);
  return bytes.subarray(0, written);
}

function creditOf(view: DataView): number {
  if (view.byteLength < 9) throw new BridgeFormatError(`${view.byteLength} bytes`);
  const credit = view.getUint32(5);
  if (credit < 1 || credit > maxCredit) throw new BridgeFormatError(`a credit of ${credit} bytes`);
  return credit;
}

function exactly(bytes: Uint8Array, length: number): void {
  if (bytes.length !== length) throw new BridgeFormatError(`${bytes.length} bytes`);
}

function text(bytes: Uint8Array, least: number, most: number): string {
  if (bytes.length < least || bytes.length > most)
    throw new BridgeFormatError(`a text of ${bytes.length} bytes`);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BridgeFormatError('a text that is not UTF-8');
  }
}
