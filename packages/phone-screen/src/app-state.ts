// The apps' own data on the host's disk: a small file for each name, in a folder for each Android user and app. It
// survives restarts and kills.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface AppState {
  /** Undefined if nothing is stored. */
  read(name: string): string | undefined;
  write(name: string, text: string): void;
}

/** `onError` is called when a file can't be read or written; the app continues without it. */
export function createAppStates(folder: string, onError: (error: unknown) => void) {
  const clear = (...parts: string[]) => rmSync(join(folder, ...parts), { recursive: true, force: true });
  const write = (file: string, text: string) => {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    } catch (error) {
      onError(error);
    }
  };
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
      return undefined;
    }
  };
  return {
    of(user: number, packageName: string): AppState {
      const path = (name: string) => join(folder, String(user), packageName, name);
      return { read: (name) => read(path(name)), write: (name, text) => write(path(name), text) };
    },
    /** Deletes the data of one app, or of all apps, for one user. The apps must have ended. */
    clear: (user: number, packageName = '') => clear(String(user), packageName),
    wipe: () => clear(),
  };
}
