import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../files/storage.ts';
import { InstallFailure, invalidApk } from './install-failure.ts';

const MAX_APKS = 64;

/** One staged install: APKs are written to disk as they arrive, and become a package at the commit. */
export function createInstallSession(id: number, hostDir: string, storage: Storage, options: InstallOptions) {
  const apkNames: string[] = [];
  return {
    id,
    hostDir,
    options,
    apkNames,
    /** Reads exactly `size` bytes, or all bytes if `size` is undefined. */
    async write(name: string, size: number | undefined, source: AsyncIterable<Uint8Array>): Promise<number> {
      if (!/^\w[\w.\- ]{0,127}$/.test(name)) throw invalidApk(`Invalid name: ${name}`);
      if (apkNames.length >= MAX_APKS) throw invalidApk('Too many files');
      if (storage.full)
        throw new InstallFailure('INSTALL_FAILED_INSUFFICIENT_STORAGE', 'Failed to allocate enough space');
      if (apkNames.includes(name)) throw invalidApk(`${name} was written before`);
      const handle = await open(stagedPath(hostDir, apkNames.push(name) - 1), 'w', 0o644);
      try {
        return await copy(handle, size, source);
      } finally {
        await handle.close();
      }
    },
  };
}

/** A name of its own for each APK, which is no package's final name. */
export function stagedPath(hostDir: string, at: number): string {
  return join(hostDir, `.${at}`);
}

export type InstallSession = ReturnType<typeof createInstallSession>;

async function copy(
  handle: FileHandle,
  size: number | undefined,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  let written = 0;
  for await (const piece of source) {
    const part = size === undefined ? piece : piece.subarray(0, size - written);
    await handle.write(part);
    written += part.length;
    if (written === size) break;
  }
  if (size !== undefined && written < size)
    throw invalidApk(`Unexpected end of file after ${written} of ${size} bytes`);
  return written;
}

export interface InstallOptions {
  /** `-d`: an older version may replace a newer one. */
  readonly downgrade: boolean;
  /** `-t`: packages for tests are allowed. */
  readonly allowTest: boolean;
  readonly bypassLowTargetSdk: boolean;
  /** `-g`: all requested runtime permissions are granted. */
  readonly grantsAll: boolean;
  /** Undefined installs for all users. */
  readonly user: number | undefined;
}
