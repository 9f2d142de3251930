import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * What is the same for every clone on a machine (Node itself, the scrcpy server) is kept in one place.
 * @param {string} repoDir
 */
export function chooseCacheDir(repoDir) {
  const wanted = process.env.POCKETFLEET_CACHE;
  if (wanted) {
    if (isWritable(resolve(wanted))) return resolve(wanted);
    throw new Refusal(
      `POCKETFLEET_CACHE is ${wanted}, which can not be written. Make it writable or unset it.`,
    );
  }
  for (const dir of [join(homedir(), '.cache', 'pocketfleet'), join(repoDir, '.cache')]) {
    if (isWritable(dir)) return dir;
  }
  throw new Refusal('No folder to keep downloads in. Set POCKETFLEET_CACHE to a folder that you can write.');
}

/** @param {string} dir */
function isWritable(dir) {
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
