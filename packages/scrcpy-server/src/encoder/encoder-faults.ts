// Faults of a phone's encoders, for tests of its viewers.

export interface EncoderFaults {
  /**
   * Running encoders stop answering, to RESET_VIDEO as well. With `lasting`, encoders that start later are frozen
   * too, until `thaw`; without it, a restarted server works again.
   */
  freeze(options?: { lasting: boolean }): void;
  thaw(): void;
  /** Encoders refuse to start at sizes for which the function returns true. */
  failAt(refuses: ((size: { width: number; height: number }) => boolean) | undefined): void;
  /** New streams get no sound, as when another app holds it. */
  takeAudio(isTaken: boolean): void;
  isAudioTaken(): boolean;
  /** Throws if the encoder refuses this size. */
  check(size: { width: number; height: number }): void;
  /** Tells a stream whether it is frozen. `onChange` is called when that may have changed. */
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
