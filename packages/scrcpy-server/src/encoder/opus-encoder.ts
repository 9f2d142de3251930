import { AudioData, AudioEncoder } from './webcodecs.ts';

const OPUS_SAMPLE_RATE = 48_000;
/** Samples of each channel in one packet: 20 ms. */
export const OPUS_FRAMES = 960;

export interface OpusEncoder {
  /** Encodes 20 ms of interleaved stereo; packets come through the callback, in order. */
  encode(samples: Float32Array, ptsUs: number): void;
  close(): void;
}

/**
 * The OpusHead structure (RFC 7845, 5.1) that scrcpy sends as the config packet: version 1, two channels,
 * 312 samples of pre-skip, 48 kHz, no gain, mapping family 0.
 */
export function opusHead(): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(2, 9);
  head.writeUInt16LE(312, 10);
  head.writeUInt32LE(OPUS_SAMPLE_RATE, 12);
  return head;
}

export function createOpusEncoder(
  bitsPerSecond: number,
  onPacket: (packet: Uint8Array) => void,
  onError: (error: Error) => void,
): OpusEncoder {
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      onPacket(bytes);
    },
    error: (error) => onError(error as unknown as Error),
  });
  encoder.configure({
    codec: 'opus',
    sampleRate: OPUS_SAMPLE_RATE,
    numberOfChannels: 2,
    bitrate: bitsPerSecond,
  });
  return {
    encode(samples, ptsUs) {
      const data = new AudioData({
        format: 'f32',
        sampleRate: OPUS_SAMPLE_RATE,
        numberOfFrames: samples.length / 2,
        numberOfChannels: 2,
        timestamp: ptsUs,
        data: samples,
      });
      encoder.encode(data);
      data.close();
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}
