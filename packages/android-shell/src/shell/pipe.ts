import type { ByteSource } from './command.ts';

/** A bounded queue of bytes between a writer and a reader. */
export interface Pipe extends ByteSource {
  /** Resolves when the queue has room. */
  push(piece: Buffer): Promise<void>;
  end(): void;
  /** Removes and returns the unread bytes. */
  takeUnread(): Buffer;
}

const HIGH_WATER_BYTES = 1024 * 1024;

export function createPipe(): Pipe {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let ended = false;
  let wakeReader: (() => void) | null = null;
  let wakeWriter: (() => void) | null = null;
  return {
    async push(piece) {
      if (ended) return;
      pieces.push(piece);
      bytes += piece.length;
      wakeReader?.();
      if (bytes > HIGH_WATER_BYTES) {
        await new Promise<void>((resolve) => {
          wakeWriter = resolve;
        });
      }
    },
    end() {
      ended = true;
      wakeReader?.();
      wakeWriter?.();
    },
    takeUnread() {
      const unread = Buffer.concat(pieces);
      pieces.length = 0;
      bytes = 0;
      wakeWriter?.();
      return unread;
    },
    async read() {
      for (;;) {
        const piece = pieces.shift();
        if (piece !== undefined) {
          bytes -= piece.length;
          if (bytes <= HIGH_WATER_BYTES) wakeWriter?.();
          return piece;
        }
        if (ended) return null;
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
      }
    },
  };
}
