import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Reads a small JSON file of the phone's state. A missing, cut-off or foreign file gives undefined: the
 * phone then starts from its baseline, as a phone with a broken setting file does.
 */
export function readState<T>(hostPath: string, check: (value: unknown) => T | undefined): T | undefined {
  try {
    return check(JSON.parse(readFileSync(hostPath, 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Writes it so that a kill at any moment leaves either the old or the new content. Where the host's disk is full the
 * old one stays and the phone goes on with what it holds in memory: a real phone has storage of its own, and all
 * phones of the host would end with it.
 */
export function writeState(hostPath: string, value: unknown): void {
  const next = `${hostPath}.next`;
  try {
    writeFileSync(next, JSON.stringify(value));
    renameSync(next, hostPath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    rmSync(next, { force: true });
  }
}

/** A record of texts, or undefined. */
export function checkTextRecord(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
