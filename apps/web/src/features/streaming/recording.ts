// A recording of what the phone sends, as MP4 and without encoding it again: packets go into the file as they
// came. It knows no page; whoever has the player feeds it. A new picture size begins a new file.
import { codecs, decodeVideoConfig, type Packet, type VideoConfig } from '@pocketfleet/stream-protocol';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** A file is held in memory until it is saved: a quarter of an hour at the highest rate. */
const maxFileBytes = 1024 * 1024 * 1024;
/** A still screen sends nothing; the last picture stands for as long as it was looked at. */
const leastFrameS = 1 / 60;

export type Recording = {
  take(packet: Packet): void;
  /** Resolves with the file; null when not one picture has come. */
  finish(): Promise<Blob | null>;
  readonly bytes: number;
  /** False until a key packet has come: what comes before it can't be played. */
  readonly hasPicture: boolean;
};

type Held = { data: Uint8Array; isKey: boolean; atS: number; arrivedMs: number };

/** `onPicture` is called at the first picture; `onFull` once, when no more can be held: finish it then. */
export function createRecording(
  start: { video: Packet; audio: Packet | null },
  deps: { nowMs(): number; onPicture(): void; onFull(): void },
): Recording {
  const config = decodeVideoConfig(start.video.payload);
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video);
  const audio = start.audio === null || !isOpus(start.audio) ? null : new EncodedAudioPacketSource('opus');
  if (audio) output.addAudioTrack(audio);
  let work: Promise<unknown> = output.start();
  let held: Held | null = null;
  let baseUs: bigint | null = null;
  let lastS = -1;
  let isFirstVideo = true;
  let isFirstAudio = true;
  let bytes = 0;
  let isDone = false;

  const later = (step: () => Promise<unknown>): void => {
    work = work.then(step);
    work.catch(() => undefined); // whoever finishes hears of it
  };
  const write = ({ data, isKey, atS }: Held, durationS: number): void => {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', atS, durationS);
    const meta = isFirstVideo ? { decoderConfig: videoDecoderConfig(config) } : undefined;
    isFirstVideo = false;
    later(() => video.add(packet, meta));
  };
  const takeVideo = (packet: Packet): void => {
    if (baseUs === null) {
      if (!packet.key) return;
      baseUs = packet.ptsUs;
      deps.onPicture();
    }
    // Phones repeat a time now and then; a file's times must rise.
    const atS = Math.max(lastS + 0.001, Number(packet.ptsUs - baseUs) / 1e6);
    lastS = atS;
    if (held) write(held, atS - held.atS);
    const data = packet.key ? join(config.parameterSets, packet.payload) : packet.payload.slice();
    held = { data, isKey: packet.key, atS, arrivedMs: deps.nowMs() };
  };
  const takeAudio = (packet: Packet): void => {
    if (!audio || baseUs === null || packet.ptsUs < baseUs) return;
    const sample = new EncodedPacket(
      packet.payload.slice(),
      'key',
      Number(packet.ptsUs - baseUs) / 1e6,
      0.02,
    );
    const meta = isFirstAudio ? { decoderConfig: audioDecoderConfig(start.audio) } : undefined;
    isFirstAudio = false;
    later(() => audio.add(sample, meta));
  };

  return {
    take(packet) {
      if (isDone || bytes > maxFileBytes) return;
      if (packet.kind === 'video') takeVideo(packet);
      else if (packet.kind === 'audio') takeAudio(packet);
      else return;
      bytes += packet.payload.length;
      if (bytes > maxFileBytes) deps.onFull();
    },
    async finish() {
      isDone = true;
      if (held === null) {
        await work;
        await output.cancel();
        return null;
      }
      write(held, Math.max(leastFrameS, (deps.nowMs() - held.arrivedMs) / 1000));
      await work;
      await output.finalize();
      const { buffer } = output.target;
      return buffer === null ? null : new Blob([buffer], { type: 'video/mp4' });
    },
    get bytes() {
      return bytes;
    },
    get hasPicture() {
      return held !== null;
    },
  };
}

function videoDecoderConfig(config: VideoConfig) {
  // Profile, constraints and level follow the start code and the SPS's first byte.
  const at = config.parameterSets.indexOf(0x67) + 1;
  const codec = [...config.parameterSets.subarray(at, at + 3)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return { codec: `avc1.${codec}`, codedWidth: config.width, codedHeight: config.height };
}

function audioDecoderConfig(packet: Packet | null) {
  const head = packet?.payload.slice(4);
  return {
    codec: 'opus',
    numberOfChannels: 2,
    sampleRate: 48_000,
    ...(head && head.length >= 19 ? { description: head } : {}),
  };
}

function isOpus(packet: Packet): boolean {
  const { buffer, byteOffset, byteLength } = packet.payload;
  return byteLength >= 4 && new DataView(buffer, byteOffset, byteLength).getUint32(0) === codecs.opus;
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
