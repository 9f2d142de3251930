import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * Chooses the folder for downloads that all clones on a machine share (Node, the scrcpy server).
 * @param {string} repoDir
 */
export function chooseCacheDir(repoDir) {
  const wanted = process.env.POCKETFLEET_CACHE;
  if (wanted) {
    if (isWritable(resolve(wanted))) return resolve(wanted);
    throw new Refusal(`POCKETFLEET_CACHE is ${wanted}, which is not writable. Make it writable or unset it.`);
  }
  for (const dir of [join(homedir(), '.cache', 'pocketfleet'), join(repoDir, '.cache')]) {
    if (isWritable(dir)) return dir;
  }
  throw new Refusal('There is no writable folder for downloads. Set POCKETFLEET_CACHE to a writable folder.');
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
