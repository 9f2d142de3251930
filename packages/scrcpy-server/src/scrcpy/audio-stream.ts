// The phone's sound as Opus packets of 20 ms. A silent phone sends encoded silence, as Android's capture does.
import { setTimeout as pause } from 'node:timers/promises';
import type { SoundSource } from '@pocketfleet/phone-parts';
import { createOpusEncoder, OPUS_FRAMES, opusHead } from '../encoder/opus-encoder.ts';
import type { PacketWriter } from './packet-writer.ts';
import { CODEC_DISABLED, CODEC_FAILED, CODEC_OPUS, encodeAudioHeader } from './wire.ts';

const PACKET_MS = 20;
/** One 20 ms stereo frame of silence (RFC 6716: CELT, full band). */
const SILENCE = Uint8Array.from([0xfc, 0xff, 0xfe]);
/** After this much silence the encoder has faded out and its output no longer differs from SILENCE. */
const FADE_PACKETS = 10;
/** When the stream is later than this, after a sleep of the machine or a stalled client, it skips ahead. */
const LATE_LIMIT_MS = 200;
const SOUND_QUEUE = 50;

export interface AudioStreamDeps {
  readonly sound: SoundSource;
  /** True when another app holds the phone's sound. */
  readonly isTaken: boolean;
  /** Monotonic microseconds. */
  readonly nowUs: () => number;
  readonly print: (line: string) => void;
}

/** Runs until `signal` is aborted. Rejects when the client disconnects. */
export async function runAudioStream(
  deps: AudioStreamDeps,
  writer: PacketWriter,
  options: { audioCodec: string; audioBitsPerSecond: number },
  signal: AbortSignal,
): Promise<void> {
  if (options.audioCodec !== 'opus') {
    deps.print(`[server] WARN: No ${options.audioCodec} encoder on this device, audio is disabled`);
    await writer.raw(encodeAudioHeader(CODEC_DISABLED));
    return;
  }
  if (deps.isTaken) {
    deps.print('[server] ERROR: Failed to start audio capture');
    await writer.raw(encodeAudioHeader(CODEC_FAILED));
    return;
  }
  await writer.raw(encodeAudioHeader(CODEC_OPUS));
  await writer.config(opusHead());

  const packets: Uint8Array[] = [];
  const encoder = createOpusEncoder(
    options.audioBitsPerSecond,
    (packet) => packets.length < SOUND_QUEUE && packets.push(packet),
    (error) => deps.print(`[server] ERROR: Audio encoding error: ${error.message}`),
  );
  let silent = FADE_PACKETS;
  let dueUs = deps.nowUs();
  try {
    while (!signal.aborted) {
      const samples = deps.sound.pull(OPUS_FRAMES);
      silent = samples ? 0 : silent + 1;
      if (silent > FADE_PACKETS) packets.push(SILENCE);
      else encoder.encode(samples ?? new Float32Array(OPUS_FRAMES * 2), dueUs);
      for (let packet = packets.shift(); packet; packet = packets.shift()) {
        await writer.media(packet, true, dueUs);
      }
      dueUs += PACKET_MS * 1000;
      if (deps.nowUs() - dueUs > LATE_LIMIT_MS * 1000) dueUs = deps.nowUs();
      const waitMs = Math.max(0, (dueUs - deps.nowUs()) / 1000);
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    encoder.close();
  }
}
