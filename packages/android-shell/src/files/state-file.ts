import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';

/** A value that lives in a JSON file of the phone's state folder. */
export interface Stored<T> {
  readonly value: T;
  replace(next: T): void;
}

/** Reads the file; a missing or damaged file gives the baseline, as on a phone with a broken settings file. */
export function openStored<T>(hostPath: string, schema: z.ZodType<T>, baseline: () => T): Stored<T> {
  let value = readState(hostPath, schema) ?? baseline();
  return {
    get value() {
      return value;
    },
    replace(next) {
      value = next;
      writeState(hostPath, next);
    },
  };
}

/** Undefined for a missing file, and for one that doesn't fit the schema. */
export function readState<T>(hostPath: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(hostPath, 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Writes the file so that a kill at any moment leaves either the old or the new content. When the host's disk is full,
 * the old file stays and the phone continues with its state in memory: a failure would end all phones of the process.
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
