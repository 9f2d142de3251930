// Runs on the audio thread: buffers samples between the decoder and the loudspeaker. Its size is the jitter that it can
// smooth. More samples are dropped, oldest first, so that the sound never lags behind the video.
declare const registerProcessor: (name: string, processor: unknown) => void;
declare const AudioWorkletProcessor: { new (): { readonly port: MessagePort } };

/** At 48 kHz: 60 ms are buffered before the sound starts, and 200 ms at most. */
const startSamples = 2_880;
const maxSamples = 9_600;

class PhoneSound extends AudioWorkletProcessor {
  #chunks: [Float32Array, Float32Array][] = [];
  #offset = 0;
  #waiting = 0;
  #isPlaying = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<[Float32Array, Float32Array]>) => {
      this.#chunks.push(data);
      this.#waiting += data[0].length;
      while (this.#waiting > maxSamples) this.#dropOldest();
    };
  }

  process(_: unknown, [output]: readonly Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (left === undefined) return true;
    if (!this.#isPlaying && this.#waiting < startSamples) return true;
    this.#isPlaying = true;
    for (let i = 0; i < left.length; i++) {
      const chunk = this.#chunks[0];
      if (chunk === undefined) {
        this.#isPlaying = false; // The buffer is empty and fills up again.
        return true;
      }
      left[i] = chunk[0][this.#offset] ?? 0;
      if (right !== undefined) right[i] = chunk[1][this.#offset] ?? 0;
      this.#offset++;
      this.#waiting--;
      if (this.#offset >= chunk[0].length) this.#next();
    }
    return true;
  }

  #dropOldest(): void {
    const chunk = this.#chunks[0];
    if (chunk === undefined) return;
    this.#waiting -= chunk[0].length - this.#offset;
    this.#next();
  }

  #next(): void {
    this.#chunks.shift();
    this.#offset = 0;
  }
}

registerProcessor('phone-sound', PhoneSound);
