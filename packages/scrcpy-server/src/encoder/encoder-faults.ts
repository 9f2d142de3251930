import type { EncoderFaultState, Size } from '@pocketfleet/phone-parts';

/** Faults of a phone's encoders, for tests of its viewers. `Faults` in virtual-phone explains each. */
export class EncoderFaults {
  #state: EncoderFaultState = {
    encoderFrozen: false,
    encoderMaxSide: null,
    audioTaken: false,
    recorded: false,
  };
  readonly #listeners = new Set<() => void>();

  get state(): EncoderFaultState {
    return this.#state;
  }

  set(state: EncoderFaultState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Throws if the encoder refuses this size. */
  check({ width, height }: Size): void {
    const { encoderMaxSide } = this.#state;
    if (encoderMaxSide !== null && Math.max(width, height) > encoderMaxSide)
      throw new Error(`encoder refuses ${width}x${height}`);
  }
}
