// Seals the chunks of one recording and stores them, one after the other.
import { type Chunk, lengthOf } from './chunk.ts';
import type { NextChunk, RecordingDisk } from './recording-disk.ts';

/** Chunks that wait for the disk. */
const maxWaiting = 4;

export interface ChunkWriterOptions {
  readonly recordingId: string;
  readonly key: Buffer;
  readonly first: NextChunk['number'];
  readonly disk: RecordingDisk;
  /** Of all that this writer stores. */
  readonly maxBytes: number;
  readonly onStored: () => void;
  /** More than `maxBytes` were stored. */
  readonly onFull: () => void;
  /** This chunk is lost. */
  readonly onFailed: (error: unknown) => void;
}

export class ChunkWriter {
  readonly #options: ChunkWriterOptions;
  #next: number;
  #end: number;
  #bytes = 0;
  #maxBytes: number;
  #waiting = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ChunkWriterOptions) {
    this.#options = options;
    this.#next = options.first;
    this.#end = options.first;
    this.#maxBytes = options.maxBytes;
  }

  /** One more than the number of the last chunk that was stored. */
  get end(): number {
    return this.#end;
  }

  /** How many bytes it may store from now on, instead of what it was told before. */
  moveLimit(bytes: number): void {
    this.#maxBytes = this.#bytes + bytes;
    if (bytes < 0) this.#options.onFull();
  }

  /** Once each chunk that was added is stored or lost. */
  get done(): Promise<void> {
    return this.#writing;
  }

  /** False where too many wait: this one is not stored, and its number is not used. */
  add(chunk: Chunk): boolean {
    if (this.#waiting >= maxWaiting) return false;
    const number = this.#next++;
    this.#waiting++;
    this.#writing = this.#writing
      .then(() => this.#store(chunk, number))
      .catch(this.#options.onFailed)
      .finally(() => {
        this.#waiting--;
      });
    return true;
  }

  async #store(chunk: Chunk, number: number): Promise<void> {
    const { recordingId, key, disk, onStored, onFull } = this.#options;
    const pieces = await chunk.seal(key, recordingId, number);
    await disk.addChunk(recordingId, number, pieces, chunk.untilMs);
    this.#end = number + 1;
    this.#bytes += lengthOf(pieces);
    onStored();
    if (this.#bytes > this.#maxBytes) onFull();
  }
}
