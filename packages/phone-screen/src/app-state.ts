// What apps keep for themselves on the host's disk, one small file for each. Survives restarts and kills; a wipe
// waits for what is being written, so that nothing comes back after it.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface AppState {
  /** Undefined when nothing was stored. */
  read(name: string): Promise<string | undefined>;
  /** Writes one text at a time; of those that arrive meanwhile only the newest is written. */
  write(name: string, text: string): void;
}

/** Every app has a folder of its own for each Android user. */
export interface AppStates {
  of(user: number, packageName: string): AppState;
  /** Forgets what one app, or all apps, have stored for one user. What they write later is not kept either. */
  clear(user: number, packageName?: string): Promise<void>;
  wipe(): Promise<void>;
  /** Resolves when everything is on disk. */
  settled(): Promise<void>;
}

/** @param onError told when a file can't be written; the app goes on without. */
export async function createAppStates(folder: string, onError: (error: unknown) => void): Promise<AppStates> {
  await mkdir(folder, { recursive: true });
  /** Texts to write, by file. */
  const waiting = new Map<string, string>();
  const writing = new Map<string, Promise<void>>();
  /** An app that runs on over a clearing writes into a state of the past. */
  let epochs: { path: string; closed: boolean }[] = [];

  const writeAll = async (file: string) => {
    for (let text = waiting.get(file); text !== undefined; text = waiting.get(file)) {
      waiting.delete(file);
      try {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(`${file}.new`, text);
        await rename(`${file}.new`, file);
      } catch (error) {
        onError(error);
      }
    }
    writing.delete(file);
  };
  const settled = async () => {
    await Promise.all(writing.values());
  };
  const isIn = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);
  const remove = async (path: string) => {
    for (const epoch of epochs) if (isIn(epoch.path, path)) epoch.closed = true;
    epochs = epochs.filter((epoch) => !epoch.closed);
    for (const file of [...waiting.keys()]) if (isIn(file, path)) waiting.delete(file);
    await settled();
    await rm(path, { recursive: true, force: true });
  };

  return {
    of(user, packageName) {
      const path = join(folder, String(user), packageName);
      const epoch = epochs.find((one) => one.path === path) ?? { path, closed: false };
      if (!epochs.includes(epoch)) epochs.push(epoch);
      return {
        read: (name) =>
          readFile(join(path, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT') onError(error);
            return undefined;
          }),
        write(name, text) {
          if (epoch.closed) return;
          const file = join(path, name);
          waiting.set(file, text);
          if (!writing.has(file)) writing.set(file, writeAll(file));
        },
      };
    },
    clear: (user, packageName) => remove(join(folder, String(user), packageName ?? '.')),
    settled,
    async wipe() {
      await remove(folder);
      await mkdir(folder, { recursive: true });
    },
  };
}
