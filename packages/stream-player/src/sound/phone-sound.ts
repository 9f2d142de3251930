// The phone's sound: Opus packets through WebCodecs into an audio worklet. It is muted unless the viewer has turned it on,
// which the browser remembers. While it is muted, nothing is decoded, no audio device is opened, and the relay sends no
// sound, unless a recording needs it.
import { codecs, type Packet } from '@pocketfleet/stream-protocol';
import workletUrl from './audio-worklet.ts?worker&url';

const storageKey = 'pocketfleet.sound';
const maxQueuedPackets = 25;

export interface SoundEvents {
  /** True when the relay should send sound packets. Called at once and at each change. */
  readonly onNeeded: (isNeeded: boolean) => void;
  /** Called at each change, also when the browser refuses to play the sound that was turned on. */
  readonly onMuted: (isMuted: boolean) => void;
}

export class PhoneSound {
  readonly #events: SoundEvents;
  #isMuted = readMuted();
  #isKept = false;
  #context: AudioContext | undefined;
  #node: AudioWorkletNode | undefined;
  #decoder: AudioDecoder | undefined;
  #isOpus = false;
  #opening: Promise<void> | undefined;

  constructor(events: SoundEvents) {
    this.#events = events;
    this.#updateNeeded();
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  /**
   * Call it from a click: browsers let no page make sound before one. Rejects when the browser refuses, and the sound is
   * muted again.
   */
  async setMuted(isMuted: boolean): Promise<void> {
    this.#changeMuted(isMuted);
    if (isMuted) await this.#silence();
    else await this.resume();
  }

  /** Keeps the sound packets coming while the sound is muted. */
  setKept(isKept: boolean): void {
    this.#isKept = isKept;
    this.#updateNeeded();
  }

  /** Starts remembered sound once the viewer has touched the page. Rejects as `setMuted` does. */
  async resume(): Promise<void> {
    if (this.#isMuted || typeof AudioDecoder === 'undefined') return;
    this.#opening ??= this.#open();
    const opening = this.#opening;
    try {
      await opening;
      await this.#context?.resume();
    } catch (error) {
      // A later call has muted the sound or opened it again, which counts.
      if (this.#opening !== opening) return;
      this.#changeMuted(true);
      await this.#silence();
      throw error;
    }
  }

  onPacket(packet: Packet): void {
    if (packet.kind === 'audio_config') {
      const { payload } = packet;
      const codec = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
      this.#isOpus = payload.length >= 4 && codec.getUint32(0) === codecs.opus;
      return;
    }
    if (this.#isMuted || !this.#isOpus || this.#node === undefined) return;
    const decoder = this.#configuredDecoder();
    if (decoder.decodeQueueSize > maxQueuedPackets) return;
    const timestamp = Number(packet.ptsUs);
    // Each Opus packet can be decoded alone, so each is a key packet, and one may be missing.
    decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data: packet.payload }));
  }

  async close(): Promise<void> {
    await this.#silence();
  }

  #changeMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    writeMuted(isMuted);
    this.#updateNeeded();
    this.#events.onMuted(isMuted);
  }

  #updateNeeded(): void {
    this.#events.onNeeded(this.#isKept || !this.#isMuted);
  }

  async #open(): Promise<void> {
    const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' });
    this.#context = context;
    await context.audioWorklet.addModule(workletUrl);
    if (this.#context !== context) return;
    this.#node = new AudioWorkletNode(context, 'phone-sound', { outputChannelCount: [2] });
    this.#node.connect(context.destination);
  }

  #configuredDecoder(): AudioDecoder {
    if (this.#decoder !== undefined && this.#decoder.state === 'configured') return this.#decoder;
    const decoder = new AudioDecoder({
      output: (data) => this.#play(data),
      error: () => {
        if (this.#decoder === decoder) this.#decoder = undefined; // The next packet opens another one.
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
    return true; // This browser allows no storage.
  }
}

function writeMuted(isMuted: boolean): void {
  try {
    localStorage.setItem(storageKey, isMuted ? 'off' : 'on');
  } catch {
    // This browser allows no storage, so the choice isn't remembered.
  }
}
