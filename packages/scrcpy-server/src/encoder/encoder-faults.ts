// Faults of a phone's encoders, on demand, for tests of whoever watches the phone.

export interface EncoderFaults {
  /**
   * Encoders that run now stop answering, to RESET_VIDEO too. With `lasting`, those started later are frozen as
   * well, until `thaw`; without, a restarted server works again.
   */
  freeze(options?: { lasting: boolean }): void;
  thaw(): void;
  /** Encoders refuse to start at sizes for which this is true. */
  failAt(refuses: ((size: { width: number; height: number }) => boolean) | undefined): void;
  /** Streams started from now on can't have the sound: something else has it. */
  takeAudio(isTaken: boolean): void;
  /** For the stream. */
  isAudioTaken(): boolean;
  /** For the stream: throws where the encoder would refuse this size. */
  check(size: { width: number; height: number }): void;
  /** For the stream: tells whether it is frozen now. `onChange` is called when that may have changed. */
  watch(stream: object, onChange: () => void): { isFrozen(): boolean; close(): void };
}

export function createEncoderFaults(): EncoderFaults {
  const running = new Map<object, () => void>();
  let frozen = new WeakSet<object>();
  let lastingFreeze = false;
  let refuses: ((size: { width: number; height: number }) => boolean) | undefined;
  let hasAudio = true;
  return {
    freeze(options) {
      lastingFreeze = options?.lasting ?? false;
      for (const [stream, onChange] of running) {
        frozen.add(stream);
        onChange();
      }
    },
    thaw() {
      lastingFreeze = false;
      frozen = new WeakSet();
      for (const onChange of running.values()) onChange();
    },
    failAt(refusal) {
      refuses = refusal;
    },
    takeAudio(isTaken) {
      hasAudio = !isTaken;
    },
    isAudioTaken: () => !hasAudio,
    check(size) {
      if (refuses?.(size)) throw new Error(`encoder refuses ${size.width}x${size.height}`);
    },
    watch(stream, onChange) {
      running.set(stream, onChange);
      if (lastingFreeze) frozen.add(stream);
      return { isFrozen: () => frozen.has(stream), close: () => running.delete(stream) };
    },
  };
}
