// What apps keep for themselves on the host's disk, one small file for each. Survives restarts and kills; a wipe
// waits for what is being written, so that nothing comes back after it.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface AppState {
  /** Undefined when nothing was stored. */
  read(name: string): Promise<string | undefined>;
  /** Writes one text at a time; of those that arrive meanwhile only the newest is written. */
  write(name: string, text: string): void;
  wipe(): Promise<void>;
  /** Resolves when everything is on disk. */
  settled(): Promise<void>;
}

/** @param onError told when a file can't be written; the app goes on without. */
export async function createAppState(folder: string, onError: (error: unknown) => void): Promise<AppState> {
  await mkdir(folder, { recursive: true });
  const waiting = new Map<string, string>();
  const writing = new Map<string, Promise<void>>();

  const writeAll = async (name: string) => {
    const file = join(folder, name);
    for (let text = waiting.get(name); text !== undefined; text = waiting.get(name)) {
      waiting.delete(name);
      try {
        await writeFile(`${file}.new`, text);
        await rename(`${file}.new`, file);
      } catch (error) {
        onError(error);
      }
    }
    writing.delete(name);
  };
  const settled = async () => {
    await Promise.all(writing.values());
  };

  return {
    read: (name) =>
      readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') onError(error);
        return undefined;
      }),
    write(name, text) {
      waiting.set(name, text);
      if (!writing.has(name)) writing.set(name, writeAll(name));
    },
    settled,
    async wipe() {
      waiting.clear();
      await settled();
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    },
  };
}
