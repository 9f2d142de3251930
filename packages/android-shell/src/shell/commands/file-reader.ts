import { absolutePath, type ByteSource, type CommandContext } from '../command.ts';

export interface FileReader extends ByteSource {
  close(): Promise<void>;
}

const READ_BYTES = 256 * 1024;

/** Reads a file of the phone in pieces; "-" is standard input. Must be closed. Rejects with FsError. */
export async function openReader(context: CommandContext, path: string): Promise<FileReader> {
  if (path === '-') return { read: () => context.stdin.read(), close: async () => undefined };
  const file = await context.files.openRead(absolutePath(context, path));
  if ('bytes' in file) {
    let rest: Buffer | null = Buffer.from(file.bytes);
    return {
      async read() {
        const all = rest;
        rest = null;
        return all;
      },
      close: async () => undefined,
    };
  }
  const { handle } = file;
  return {
    async read() {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES);
      return bytesRead > 0 ? buffer.subarray(0, bytesRead) : null;
    },
    close: () => handle.close(),
  };
}
