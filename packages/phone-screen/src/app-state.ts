// The apps' own data on the host's disk, one small file for each name. It survives restarts and kills. A wipe waits for
// pending writes, so that no data reappears after it.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface AppState {
  /** Undefined if nothing is stored. */
  read(name: string): Promise<string | undefined>;
  /** Writes one text at a time. Of the texts that arrive during a write, only the newest is written. */
  write(name: string, text: string): void;
}

/** Each app has a folder for each Android user. */
export interface AppStates {
  of(user: number, packageName: string): AppState;
  /** Deletes the data of one app, or of all apps, for one user. Later writes of these apps are ignored. */
  clear(user: number, packageName?: string): Promise<void>;
  wipe(): Promise<void>;
  /** Resolves when everything is on disk. */
  settled(): Promise<void>;
}

/** `onError` is called when a file can't be written; the app continues without it. */
export async function createAppStates(folder: string, onError: (error: unknown) => void): Promise<AppStates> {
  await mkdir(folder, { recursive: true });
  /** Texts to write, by file. */
  const waiting = new Map<string, string>();
  const writing = new Map<string, Promise<void>>();
  /** An app that keeps running after its data was cleared holds a closed epoch, so its writes are ignored. */
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
