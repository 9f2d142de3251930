// The server's output: metadata, packet headers and device messages. All integers are big-endian
// (scrcpy doc/develop.md, device/Streamer.java, control/DeviceMessageWriter.java).

export const CODEC_H264 = 0x68323634;
export const CODEC_OPUS = 0x6f707573;
/** On the audio socket: there is no audio, and the client continues without it. */
export const CODEC_DISABLED = 0;
export const CODEC_FAILED = 1;

const FLAG_CONFIG = 1n << 63n;
const FLAG_KEY = 1n << 62n;
const DEVICE_NAME_BYTES = 64;
/** Clipboard texts are cut to fit a message of 256 KiB. */
const CLIPBOARD_BYTES = (1 << 18) - 5;

/** 64 bytes: the device's name in UTF-8, cut to 63 bytes without splitting a character, padded with NUL. */
export function encodeDeviceMeta(name: string): Buffer {
  const meta = Buffer.alloc(DEVICE_NAME_BYTES);
  cutUtf8(Buffer.from(name), DEVICE_NAME_BYTES - 1).copy(meta);
  return meta;
}

/** 12 bytes: codec id, width, height. */
export function encodeVideoHeader(codec: number, width: number, height: number): Buffer {
  return u32(codec, width, height);
}

/** 4 bytes: codec id. */
export function encodeAudioHeader(codec: number): Buffer {
  return u32(codec);
}

/** 12 bytes in front of each packet. A config packet carries no time. */
export function encodePacketHeader(
  packet: { config: true } | { config: false; key: boolean; ptsUs: number },
  size: number,
): Buffer {
  const header = Buffer.alloc(12);
  const flags = packet.config ? FLAG_CONFIG : BigInt(packet.ptsUs) | (packet.key ? FLAG_KEY : 0n);
  header.writeBigUInt64BE(flags, 0);
  header.writeUInt32BE(size, 8);
  return header;
}

/** Device message 0: the phone's clipboard. */
export function encodeClipboardMessage(text: string): Buffer {
  const bytes = cutUtf8(Buffer.from(text), CLIPBOARD_BYTES);
  return Buffer.concat([Buffer.from([0]), u32(bytes.length), bytes]);
}

/** Device message 1: the phone has applied a clipboard that the client has set. */
export function encodeClipboardAck(sequence: bigint): Buffer {
  const message = Buffer.alloc(9);
  message.writeUInt8(1, 0);
  message.writeBigUInt64BE(sequence, 1);
  return message;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

function cutUtf8(bytes: Buffer, limit: number): Buffer {
  if (bytes.length <= limit) return bytes;
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
