// The notice to all viewers of a phone: whether it is recorded, and by whom.
import type { Viewer } from './viewer.ts';

export class RecordingMark {
  readonly #read: () => Promise<string | null> | undefined;
  readonly #tellAll: (by: string | null) => void;
  #by: string | null = null;

  constructor(read: () => Promise<string | null> | undefined, tellAll: (by: string | null) => void) {
    this.#read = read;
    this.#tellAll = tellAll;
    this.read();
  }

  read(): void {
    this.#read()?.then(
      (by) => {
        if (by === this.#by) return;
        this.#by = by;
        this.#tellAll(by);
      },
      // It is read again when events may have been missed.
      () => undefined,
    );
  }

  /** A viewer who comes is told of a recording that goes on. */
  tell(viewer: Pick<Viewer, 'notify'>): void {
    if (this.#by !== null) viewer.notify({ type: 'recording', by: this.#by });
  }
}
