import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const limitBytes = 10_000_000;

/** A log file that keeps at most its last 20 MB: the current file and the one before it (`.1`). */
export class LogFile {
  readonly #path: string;
  #fd: number;
  #size: number;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
    this.#fd = openSync(path, 'a', 0o640);
    this.#size = fstatSync(this.#fd).size;
  }

  /** What arrives after the file was closed is dropped: its number may belong to another file by then. */
  write(text: string | Buffer): void {
    if (this.#isClosed) return;
    if (this.#size > limitBytes) this.#rotate();
    this.#size += typeof text === 'string' ? writeSync(this.#fd, text) : writeSync(this.#fd, text);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#fd);
  }

  #rotate(): void {
    closeSync(this.#fd);
    if (existsSync(this.#path)) renameSync(this.#path, `${this.#path}.1`);
    this.#fd = openSync(this.#path, 'a', 0o640);
    this.#size = 0;
  }
}
