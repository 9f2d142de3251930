import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { tryLock } from '../bootstrap/lock.mjs';
import { Refusal } from '../bootstrap/refusal.mjs';

/** Raise it when the previous version of Pocketfleet can't read the folder any more. */
const format = 1;

/** They contain mails with links, payments with secrets, and tenants' files. */
const privateFolders = ['mailbox', 'payments', 'phones'];

/** Opens the data folder for this process alone and returns a function that releases it. `beside` is the command that
 * starts a second Pocketfleet. */
export function openDataFolder(dataDir: string, beside = 'POCKETFLEET_DATA=./data-2 npm start'): () => void {
  try {
    makeFolder(join(dataDir, 'logs'));
    for (const name of privateFolders) {
      makeFolder(join(dataDir, name));
      chmodSync(join(dataDir, name), 0o700);
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Refusal(
      `The data folder ${dataDir} is not writable. Make it writable, or choose another: POCKETFLEET_DATA=./data-2 npm start`,
    );
  }
  refuseNewerFormat(dataDir);
  const lock = tryLock(join(dataDir, 'running.json'));
  if (lock.heldBy !== undefined) {
    throw new Refusal(
      `Pocketfleet already runs on ${dataDir} (process ${lock.heldBy}). Stop it, or start another beside it: ${beside}`,
    );
  }
  writeJson(join(dataDir, 'format.json'), { format });
  return lock.release;
}

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns where the system answers ENOENT though the
 * parent exists, as below /proc.
 */
export function makeFolder(path: string, make: (path: string) => void = (level) => mkdirSync(level)): void {
  const missing: string[] = [];
  for (let level = path; !existsSync(level) && dirname(level) !== level; level = dirname(level)) {
    missing.unshift(level);
  }
  for (const level of missing) make(level);
}

/** The JSON in a file; undefined where the file is missing or damaged. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces the file by rename, so that a reader sees the old file or the new one, never a partial one. */
export function writeJson(path: string, value: unknown, mode = 0o644): void {
  const temporary = `${path}.half`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(temporary, path);
}

function refuseNewerFormat(dataDir: string): void {
  const path = join(dataDir, 'format.json');
  if (!existsSync(path)) return;
  const found = (readJson(path) as { format?: unknown } | undefined)?.format;
  if (typeof found === 'number' && found <= format) return;
  if (found === undefined) return;
  throw new Refusal(
    `The data folder ${dataDir} was written by a newer version of Pocketfleet (format ${found}, this one reads ${format}). Update, or choose another folder: POCKETFLEET_DATA=./data-2 npm start`,
  );
}
