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

  /**
   * Output after `close` is dropped, because the file descriptor may belong to another file by then. So is output that
   * a full disk refuses: a log that can't be written must not end its program.
   */
  write(text: string | Buffer): void {
    if (this.#isClosed) return;
    try {
      if (this.#size > limitBytes) this.#rotate();
      this.#size += typeof text === 'string' ? writeSync(this.#fd, text) : writeSync(this.#fd, text);
    } catch {
      // There is no place to report it.
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#fd);
  }

  #rotate(): void {
    if (existsSync(this.#path)) renameSync(this.#path, `${this.#path}.1`);
    const fresh = openSync(this.#path, 'a', 0o640);
    closeSync(this.#fd);
    this.#fd = fresh;
    this.#size = 0;
  }
}
