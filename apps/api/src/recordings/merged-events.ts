// The events of the activity and those of a recording's chunks, in one order of time. Chunks are read one after another, so
// only what the activity tells is held meanwhile.
import type { RecordedEvent } from '@pocketfleet/contract';

export class MergedEvents {
  #waiting: readonly RecordedEvent[];

  /** In the order of time. */
  constructor(fromActivity: readonly RecordedEvent[]) {
    this.#waiting = fromActivity;
  }

  /** Leaves out what belongs to chunks that end here or before. */
  skipTo(toMs: number): void {
    this.#takeTo(toMs);
  }

  /** A chunk's events, and those of the activity until the chunk's end that were not returned yet. */
  with(events: readonly RecordedEvent[], toMs: number): RecordedEvent[] {
    return [...this.#takeTo(toMs), ...events].sort((a, b) => a.at_ms - b.at_ms);
  }

  /** After the last chunk. */
  rest(): readonly RecordedEvent[] {
    return this.#takeTo(Number.POSITIVE_INFINITY);
  }

  #takeTo(toMs: number): readonly RecordedEvent[] {
    const taken = this.#waiting.filter(({ at_ms }) => at_ms <= toMs);
    this.#waiting = this.#waiting.filter(({ at_ms }) => at_ms > toMs);
    return taken;
  }
}
