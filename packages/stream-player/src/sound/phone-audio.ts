// The phone's sound: Opus packets through WebCodecs into the audio worklet. Muted unless the viewer has asked
// for it, which is remembered; while muted nothing is decoded and no audio device is opened.
import { codecs, type Packet } from '@pocketfleet/stream-protocol';
import workletUrl from './audio-worklet.ts?worker&url';

const storageKey = 'pocketfleet.sound';
const maxQueuedPackets = 25;

export class PhoneAudio {
  #isMuted = readMuted();
  #context: AudioContext | undefined;
  #node: AudioWorkletNode | undefined;
  #decoder: AudioDecoder | undefined;
  #isOpus = false;
  #opening: Promise<void> | undefined;
  readonly #onMuted: (isMuted: boolean) => void;

  /** `onMuted`: told at each change, also when the browser refuses the sound that was asked for. */
  constructor(onMuted: (isMuted: boolean) => void) {
    this.#onMuted = onMuted;
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  /**
   * Call it from a click: browsers let no page make sound before one. Rejects when the browser refuses, and is muted
   * again then.
   */
  async setMuted(isMuted: boolean): Promise<void> {
    this.#note(isMuted);
    if (isMuted) await this.#silence();
    else await this.resume();
  }

  /** The viewer has touched the page: sound that is remembered as on may begin now. Rejects as `setMuted` does. */
  async resume(): Promise<void> {
    if (this.#isMuted || typeof AudioDecoder === 'undefined') return;
    this.#opening ??= this.#open();
    const opening = this.#opening;
    try {
      await opening;
      await this.#context?.resume();
    } catch (error) {
      // Asked meanwhile to be silent, or to begin anew: that holds.
      if (this.#opening !== opening) return;
      this.#note(true);
      await this.#silence();
      throw error;
    }
  }

  #note(isMuted: boolean): void {
    this.#isMuted = isMuted;
    writeMuted(isMuted);
    this.#onMuted(isMuted);
  }

  take(packet: Packet): void {
    if (packet.kind === 'audio_config') {
      const { payload } = packet;
      const codec = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
      this.#isOpus = payload.length >= 4 && codec.getUint32(0) === codecs.opus;
      return;
    }
    if (this.#isMuted || !this.#isOpus || this.#node === undefined) return;
    const decoder = this.#decoderAtHand();
    if (decoder.decodeQueueSize > maxQueuedPackets) return;
    const timestamp = Number(packet.ptsUs);
    // Opus packets stand alone: each is a key, and one may be missing.
    decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data: packet.payload }));
  }

  async close(): Promise<void> {
    await this.#silence();
  }

  async #open(): Promise<void> {
    const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' });
    this.#context = context;
    await context.audioWorklet.addModule(workletUrl);
    if (this.#context !== context) return;
    this.#node = new AudioWorkletNode(context, 'phone-sound', { outputChannelCount: [2] });
    this.#node.connect(context.destination);
  }

  #decoderAtHand(): AudioDecoder {
    if (this.#decoder !== undefined && this.#decoder.state === 'configured') return this.#decoder;
    const decoder = new AudioDecoder({
      output: (data) => this.#play(data),
      error: () => {
        if (this.#decoder === decoder) this.#decoder = undefined; // the next packet opens another
      },
    });
    decoder.configure({ codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 });
    this.#decoder = decoder;
    return decoder;
  }

  #play(data: AudioData): void {
    const channels = [0, 1].map((channel) => {
      const samples = new Float32Array(data.numberOfFrames);
      data.copyTo(samples, {
        planeIndex: Math.min(channel, data.numberOfChannels - 1),
        format: 'f32-planar',
      });
      return samples;
    });
    data.close();
    this.#node?.port.postMessage(
      channels,
      channels.map((samples) => samples.buffer),
    );
  }

  async #silence(): Promise<void> {
    const context = this.#context;
    if (this.#decoder?.state === 'configured') this.#decoder.close();
    this.#decoder = undefined;
    this.#node?.disconnect();
    this.#node = undefined;
    this.#context = undefined;
    this.#opening = undefined;
    if (context !== undefined && context.state !== 'closed') await context.close();
  }
}

function readMuted(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'on';
  } catch {
    return true; // storage is forbidden here: muted, as for everybody who has not asked
  }
}

function writeMuted(isMuted: boolean): void {
  try {
    localStorage.setItem(storageKey, isMuted ? 'off' : 'on');
  } catch {
    // Not remembered where the browser forbids it.
  }
}
