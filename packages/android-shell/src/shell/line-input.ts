import type { ByteSource } from './command.ts';

/** Standard input that can be read by lines; the next reader continues behind the last line. */
export interface LineInput extends ByteSource {
  /** A line without its line feed; null at the end. Lines longer than 1 MiB are split. */
  readLine(): Promise<Buffer | null>;
  /** All complete lines that have arrived, or the rest at the end; null if there is none. */
  readLines(): Promise<Buffer | null>;
  readAll(): Promise<Buffer>;
}

const MAX_LINE_BYTES = 1024 * 1024;
const MAX_INPUT_BYTES = 32 * 1024 * 1024;
const LINE_FEED = 0x0a;

export function createLineInput(source: ByteSource, signal: AbortSignal): LineInput {
  let rest: Buffer = Buffer.alloc(0);
  const read = async () => {
    if (rest.length === 0) return signal.aborted ? null : source.read();
    const piece = rest;
    rest = Buffer.alloc(0);
    return piece;
  };
  /** Reads until a line feed arrives. Returns the bytes up to the position that `end` finds. */
  const take = async (end: (bytes: Buffer) => number): Promise<Buffer | null> => {
    let bytes = Buffer.alloc(0);
    for (;;) {
      const piece = await read();
      if (piece === null) return bytes.length > 0 ? bytes : null;
      bytes = Buffer.concat([bytes, piece]);
      const at = end(bytes);
      if (at === -1 && bytes.length < MAX_LINE_BYTES) continue;
      const length = at === -1 ? bytes.length : at + 1;
      rest = bytes.subarray(length);
      return bytes.subarray(0, length);
    }
  };
  return {
    read,
    async readLine() {
      const line = await take((bytes) => bytes.indexOf(LINE_FEED));
      return line?.at(-1) === LINE_FEED ? line.subarray(0, -1) : line;
    },
    readLines: () => take((bytes) => bytes.lastIndexOf(LINE_FEED)),
    async readAll() {
      const pieces: Buffer[] = [];
      let length = 0;
      while (!signal.aborted && length < MAX_INPUT_BYTES) {
        const piece = await read();
        if (piece === null) break;
        pieces.push(piece);
        length += piece.length;
      }
      return Buffer.concat(pieces).subarray(0, MAX_INPUT_BYTES);
    },
  };
}
