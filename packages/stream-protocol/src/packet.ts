// Phone to viewer: one binary websocket message is one packet. All integers big-endian.
//
//   0  u8   kind
//   1  u8   flags: bit 0 = key packet
//   2  u16  reserved, 0
//   4  u32  sequence, counts every packet of one channel, wraps
//   8  u64  presentation time in microseconds, the phone's clock
//   16 u32  relay time in ms modulo 2^32: stamped by the relay as the packet arrives, 0 before
//   20 ...  payload
//
// The relay reads and stamps headers only; it never looks into a payload.

export const packetHeaderLength = 20;
/** One packet at the most: a key packet of a large screen stays far below. */
export const maxPacketLength = 4 * 1024 * 1024;

export const packetKinds = {
  /** Payload: codec u32 (ASCII, as scrcpy: 0x68323634 = h264), width u16, height u16, Annex B SPS and PPS. */
  video_config: 1,
  /** Payload: one access unit, Annex B. */
  video: 2,
  /** Payload: codec u32 (0x6f707573 = opus), then the codec's own configuration (OpusHead). */
  audio_config: 3,
  /** Payload: one Opus packet. */
  audio: 4,
  /** Once a second for each capture. Payload: encoder state u8, age of the last video packet in ms u32. */
  heartbeat: 5,
  /** The phone's clipboard changed. Payload: UTF-8 text, at most 256 KiB. */
  clipboard: 6,
  /** The phone has taken a clipboard that a viewer set. Payload: sequence u32 of the set_clipboard message. */
  clipboard_ack: 7,
} as const;

export type PacketKind = keyof typeof packetKinds;

export const codecs = { h264: 0x68323634, opus: 0x6f707573 } as const;

export const encoderStates = { starting: 0, running: 1, frozen: 2, failed: 3 } as const;
export type EncoderState = keyof typeof encoderStates;

export interface PacketHeader {
  readonly kind: PacketKind;
  readonly key: boolean;
  readonly sequence: number;
  readonly ptsUs: bigint;
  readonly relayTimeMs: number;
}

export interface Packet extends PacketHeader {
  /** A view into the message, not a copy. */
  readonly payload: Uint8Array;
}

const kindByByte = new Map<number, PacketKind>(
  (Object.entries(packetKinds) as [PacketKind, number][]).map(([kind, byte]) => [byte, kind]),
);

/** The bytes are not a packet of this protocol. */
export class PacketFormatError extends Error {
  override name = 'PacketFormatError';
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Encodes one packet into a fresh buffer of header and payload. */
export function encodePacket(
  packet: Omit<PacketHeader, 'relayTimeMs'> & { readonly payload: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(packetHeaderLength + packet.payload.length);
  const view = viewOf(bytes);
  view.setUint8(0, packetKinds[packet.kind]);
  view.setUint8(1, packet.key ? 1 : 0);
  view.setUint32(4, packet.sequence >>> 0);
  view.setBigUint64(8, packet.ptsUs);
  bytes.set(packet.payload, packetHeaderLength);
  return bytes;
}

/** Reads a header. Throws PacketFormatError for a short message, an unknown kind or flag, or an over-long one. */
export function decodePacketHeader(bytes: Uint8Array): PacketHeader {
  if (bytes.length < packetHeaderLength) throw new PacketFormatError(`packet of ${bytes.length} bytes`);
  if (bytes.length > maxPacketLength) throw new PacketFormatError(`packet of ${bytes.length} bytes`);
  const view = viewOf(bytes);
  const kind = kindByByte.get(view.getUint8(0));
  if (kind === undefined) throw new PacketFormatError(`packet kind ${view.getUint8(0)}`);
  const flags = view.getUint8(1);
  if (flags > 1 || view.getUint16(2) !== 0) throw new PacketFormatError(`packet flags ${flags}`);
  return {
    kind,
    key: flags === 1,
    sequence: view.getUint32(4),
    ptsUs: view.getBigUint64(8),
    relayTimeMs: view.getUint32(16),
  };
}

export function decodePacket(bytes: Uint8Array): Packet {
  return { ...decodePacketHeader(bytes), payload: bytes.subarray(packetHeaderLength) };
}

/** Writes the relay's arrival time into a packet in place. */
export function stampRelayTime(bytes: Uint8Array, relayTimeMs: number): void {
  viewOf(bytes).setUint32(16, relayTimeMs >>> 0);
}

/** The stamp of a packet that the relay has forwarded, in ms of its clock modulo 2^32. */
export function relayTimeOf(bytes: Uint8Array): number {
  return viewOf(bytes).getUint32(16);
}

/** Codec, width and height, before the parameter sets. */
export const videoConfigHeaderLength = 8;

export interface VideoConfig {
  readonly codec: number;
  readonly width: number;
  readonly height: number;
  /** SPS and PPS with Annex B start codes. */
  readonly parameterSets: Uint8Array;
}

export function encodeVideoConfig(config: VideoConfig): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + config.parameterSets.length);
  const view = viewOf(bytes);
  view.setUint32(0, config.codec);
  view.setUint16(4, config.width);
  view.setUint16(6, config.height);
  bytes.set(config.parameterSets, 8);
  return bytes;
}

export function decodeVideoConfig(payload: Uint8Array): VideoConfig {
  if (payload.length < 8) throw new PacketFormatError(`video config of ${payload.length} bytes`);
  const view = viewOf(payload);
  const config = {
    codec: view.getUint32(0),
    width: view.getUint16(4),
    height: view.getUint16(6),
    parameterSets: payload.subarray(8),
  };
  if (config.width === 0 || config.height === 0) throw new PacketFormatError('video config without a size');
  return config;
}

export interface Heartbeat {
  readonly state: EncoderState;
  readonly lastPacketAgeMs: number;
}

export function encodeHeartbeat(heartbeat: Heartbeat): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(5);
  bytes[0] = encoderStates[heartbeat.state];
  viewOf(bytes).setUint32(1, Math.min(heartbeat.lastPacketAgeMs, 0xffffffff));
  return bytes;
}

export function decodeHeartbeat(payload: Uint8Array): Heartbeat {
  if (payload.length !== 5) throw new PacketFormatError(`heartbeat of ${payload.length} bytes`);
  const state = (Object.keys(encoderStates) as EncoderState[])[payload[0] ?? -1];
  if (state === undefined) throw new PacketFormatError(`encoder state ${payload[0]}`);
  return { state, lastPacketAgeMs: viewOf(payload).getUint32(1) };
}

/** Writes a header into the first 20 bytes of a message that has room for it: for senders that fill the payload in place. */
export function writePacketHeader(bytes: Uint8Array, header: Omit<PacketHeader, 'relayTimeMs'>): void {
  const view = viewOf(bytes);
  view.setUint8(0, packetKinds[header.kind]);
  view.setUint8(1, header.key ? 1 : 0);
  view.setUint16(2, 0);
  view.setUint32(4, header.sequence >>> 0);
  view.setBigUint64(8, header.ptsUs);
  view.setUint32(16, 0);
}
