// One file of a recording: an MP4 of the packets as the phone sends them, without encoding them again.
import { codecStringOf } from '@pocketfleet/stream-player';
import { codecs, decodeVideoConfig, type Packet, type VideoConfig } from '@pocketfleet/stream-protocol';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** The least duration of the last frame. */
const minFrameS = 1 / 60;
const minStepS = 0.001;

export type Recording = {
  /** Takes the `video` and `audio` packets. The first one must be a key packet. */
  add(packet: Packet): void;
  finish(): Promise<Blob>;
  readonly bytes: number;
};

type WaitingFrame = { data: Uint8Array; isKey: boolean; startS: number; receivedAtMs: number };

export function createRecording(videoConfig: Packet, audioConfig: Packet | undefined): Recording {
  const config = decodeVideoConfig(videoConfig.payload);
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video);
  const audio = audioConfig && isOpus(audioConfig) ? new EncodedAudioPacketSource('opus') : null;
  if (audio) output.addAudioTrack(audio);
  // A track learns its decoder with its first packet.
  let videoMeta: object | undefined = { decoderConfig: videoDecoderConfig(config) };
  let audioMeta: object | undefined = { decoderConfig: audioDecoderConfig(audioConfig) };
  let work: Promise<unknown> = output.start();
  /** A frame lasts until the next one arrives: a still screen sends nothing. */
  let waiting: WaitingFrame | null = null;
  let startUs: bigint | null = null;
  let bytes = 0;

  const enqueue = (step: () => Promise<unknown>): void => {
    work = work.then(step);
    work.catch(() => undefined); // `finish` rejects with the error.
  };
  const writeFrame = ({ data, isKey, startS }: WaitingFrame, durationS: number): void => {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', startS, durationS);
    const meta = videoMeta;
    videoMeta = undefined;
    enqueue(() => video.add(packet, meta));
  };
  const addVideo = (packet: Packet): void => {
    startUs ??= packet.ptsUs;
    const timeS = Number(packet.ptsUs - startUs) / 1e6;
    // Phones sometimes repeat a time, but the times in a file must rise.
    const startS = waiting ? Math.max(waiting.startS + minStepS, timeS) : timeS;
    if (waiting) writeFrame(waiting, startS - waiting.startS);
    const data = packet.key ? concat(config.parameterSets, packet.payload) : packet.payload.slice();
    waiting = { data, isKey: packet.key, startS, receivedAtMs: performance.now() };
  };
  const addAudio = (packet: Packet): void => {
    if (!audio || startUs === null || packet.ptsUs < startUs) return;
    const timeS = Number(packet.ptsUs - startUs) / 1e6;
    const sample = new EncodedPacket(packet.payload.slice(), 'key', timeS, 0.02);
    const meta = audioMeta;
    audioMeta = undefined;
    enqueue(() => audio.add(sample, meta));
  };

  return {
    add(packet) {
      bytes += packet.payload.length;
      if (packet.kind === 'video') addVideo(packet);
      else addAudio(packet);
    },
    async finish() {
      if (waiting) {
        writeFrame(waiting, Math.max(minFrameS, (performance.now() - waiting.receivedAtMs) / 1000));
      }
      await work;
      await output.finalize();
      const { buffer } = output.target;
      if (buffer === null) throw new Error('The file is empty.');
      return new Blob([buffer], { type: 'video/mp4' });
    },
    get bytes() {
      return bytes;
    },
  };
}

function videoDecoderConfig({ parameterSets, width, height }: VideoConfig) {
  return { codec: codecStringOf(parameterSets), codedWidth: width, codedHeight: height };
}

function audioDecoderConfig(packet: Packet | undefined) {
  const head = packet?.payload.slice(4);
  return {
    codec: 'opus',
    numberOfChannels: 2,
    sampleRate: 48_000,
    ...(head && head.length >= 19 ? { description: head } : {}),
  };
}

function isOpus({ payload }: Packet): boolean {
  const { buffer, byteOffset, byteLength } = payload;
  return byteLength >= 4 && new DataView(buffer, byteOffset, byteLength).getUint32(0) === codecs.opus;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
