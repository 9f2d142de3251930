// The pictures of a piece of a recording, as a decoder takes them.
import { codecStringOf } from '@pocketfleet/stream-player';
import {
  decodePacketHeader,
  decodeVideoConfig,
  packetHeaderLength,
  readRecordedPackets,
} from '@pocketfleet/stream-protocol';

export type RecordedFrame = {
  readonly atMs: number;
  readonly isKey: boolean;
  readonly data: Uint8Array<ArrayBuffer>;
  /** Of key packets. */
  readonly config: VideoDecoderConfig | undefined;
};

export function readFrames(bytes: Uint8Array<ArrayBuffer>): RecordedFrame[] {
  const frames: RecordedFrame[] = [];
  let current: { parameterSets: Uint8Array; config: VideoDecoderConfig } | undefined;
  for (const { atMs, packet } of readRecordedPackets(bytes)) {
    const { kind, key } = decodePacketHeader(packet);
    const payload = packet.subarray(packetHeaderLength);
    if (kind === 'video_config') {
      const { parameterSets, width, height } = decodeVideoConfig(payload);
      const codec = codecStringOf(parameterSets) ?? 'avc1.64001f';
      const config = { codec, codedWidth: width, codedHeight: height, optimizeForLatency: true };
      current = { parameterSets, config };
    } else if (kind === 'video' && current !== undefined) {
      const data = key ? concat(current.parameterSets, payload) : payload;
      frames.push({ atMs, isKey: key, data, config: key ? current.config : undefined });
    }
  }
  return frames;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
