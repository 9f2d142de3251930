import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FsError } from '../files/fs-error.ts';
import { blockBytes, type Storage } from '../files/storage.ts';
import { InstallFailure } from './install-failure.ts';

const MAX_APKS = 64;

/** One staged install: APKs are written to disk as they arrive, and become a package at the commit. */
export class InstallSession {
  readonly id: number;
  readonly hostDir: string;
  readonly options: InstallOptions;
  private readonly storage: Storage;
  private readonly names: string[] = [];
  private claimedBytes = 0;

  constructor(id: number, hostDir: string, storage: Storage, options: InstallOptions) {
    this.id = id;
    this.hostDir = hostDir;
    this.storage = storage;
    this.options = options;
  }

  get apkNames(): readonly string[] {
    return this.names;
  }

  /** Reads exactly `size` bytes, or all bytes if `size` is undefined. */
  async write(name: string, size: number | undefined, source: AsyncIterable<Uint8Array>): Promise<number> {
    if (!/^\w[\w.\- ]{0,127}$/.test(name))
      throw new InstallFailure('INSTALL_FAILED_INVALID_APK', `Invalid name: ${name}`);
    if (this.names.length >= MAX_APKS)
      throw new InstallFailure('INSTALL_FAILED_INVALID_APK', 'Too many files');
    if (size !== undefined) this.claim(size);
    const handle = await open(join(this.hostDir, name), 'wx', 0o644).catch(() => {
      throw new InstallFailure('INSTALL_FAILED_INVALID_APK', `${name} was written before`);
    });
    this.names.push(name);
    try {
      return await this.copy(handle, size, source);
    } finally {
      await handle.close();
    }
  }

  /** Removes the staged files and releases their storage. */
  async discard(): Promise<void> {
    this.storage.release(this.claimedBytes);
    this.claimedBytes = 0;
    await rm(this.hostDir, { recursive: true, force: true });
  }

  /** Leaves the claimed storage to the package. */
  keep(): void {
    this.claimedBytes = 0;
  }

  private async copy(
    handle: FileHandle,
    size: number | undefined,
    source: AsyncIterable<Uint8Array>,
  ): Promise<number> {
    let written = 0;
    for await (const piece of source) {
      const part = size === undefined ? piece : piece.subarray(0, size - written);
      if (size === undefined) this.claim(part.length);
      await handle.write(part);
      written += part.length;
      if (written === size) break;
    }
    if (size !== undefined && written < size) {
      throw new InstallFailure(
        'INSTALL_FAILED_INVALID_APK',
        `Unexpected end of file after ${written} of ${size} bytes`,
      );
    }
    return written;
  }

  private claim(bytes: number): void {
    try {
      this.storage.claim(blockBytes(bytes), '/data/app');
      this.claimedBytes += blockBytes(bytes);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      throw new InstallFailure('INSTALL_FAILED_INSUFFICIENT_STORAGE', 'Failed to allocate enough space');
    }
  }
}

export interface InstallOptions {
  /** `-d`: an older version may replace a newer one. */
  readonly downgrade: boolean;
  /** `-t`: packages for tests are allowed. */
  readonly allowTest: boolean;
  readonly bypassLowTargetSdk: boolean;
  /** `-g`: all requested runtime permissions are granted. */
  readonly grantsAll: boolean;
  /** `-i`: the package that counts as the installer. */
  readonly installer: string | undefined;
  /** Undefined installs for all users. */
  readonly user: number | undefined;
  /** `-p PACKAGE`: splits are added to this installed package. */
  readonly inherit: string | undefined;
}
