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
import { lockDataFolder } from './instance-lock.ts';
import { Refusal } from './refusal.ts';

/** Raised when a version of ours can no longer be opened by the one before it. */
const format = 1;

/** Mails with their links, payments with their secrets, what tenants leave on their phones. */
const privateFolders = ['mailbox', 'payments', 'phones'];

/** Opens the data folder for this process alone. Returns what lets it go. `beside` is a start that needs it not. */
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
      `The data folder ${dataDir} can not be written. Make it yours, or choose another: POCKETFLEET_DATA=./data-2 npm start`,
    );
  }
  refuseNewerFormat(dataDir);
  const release = lockDataFolder(dataDir, beside);
  writeJson(join(dataDir, 'format.json'), { format });
  return release;
}

/**
 * Makes a folder and those above it. Node's own recursive way never ends where the system answers ENOENT for a
 * folder whose parent is there, as below /proc.
 */
export function makeFolder(path: string, make: (path: string) => void = (level) => mkdirSync(level)): void {
  const missing: string[] = [];
  for (let level = path; !existsSync(level) && dirname(level) !== level; level = dirname(level)) {
    missing.unshift(level);
  }
  for (const level of missing) make(level);
}

/** The JSON in a file of ours, or undefined where there is none or it was cut off. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes beside and renames: a reader sees the old file or the new one, never half of it. */
export function writeJson(path: string, value: unknown, mode = 0o644): void {
  const half = `${path}.half`;
  writeFileSync(half, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(half, path);
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
