// The two programs of agent-device 0.21.5 that we install on phones, pinned by hash (decision 110). Anybody can sign an
// "update" of them, because their signing key is public; so neither their version nor their signature proves anything.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PinnedApk {
  /** In sentences for the caller. */
  readonly title: string;
  readonly packageName: string;
  readonly versionCode: number;
  readonly sha256: string;
}

export const snapshotHelper: PinnedApk = {
  title: 'screen reader',
  packageName: 'com.callstack.agentdevice.snapshothelper',
  versionCode: 21_005,
  sha256: 'e77b65f51664e95680379cd1a5c8331926b63cf506261df56151854673787514',
};
export const typingKeyboard: PinnedApk = {
  title: 'typing keyboard',
  packageName: 'com.callstack.agentdevice.imehelper',
  versionCode: 21_005,
  sha256: '2b8fe19f9cf38877dbc4e0bd9400e4d1aebc7b8c2f6063e04f5f198d1564c08d',
};

export interface ReaderFiles {
  readonly snapshotApk: Uint8Array;
  readonly keyboardApk: Uint8Array;
}

/** Reads both files and refuses any but the pinned ones. */
export function readReaderFiles(folder: string): ReaderFiles {
  return {
    snapshotApk: readPinned(join(folder, 'snapshot-helper.apk'), snapshotHelper),
    keyboardApk: readPinned(join(folder, 'ime-helper.apk'), typingKeyboard),
  };
}

function readPinned(path: string, { packageName, sha256 }: PinnedApk): Uint8Array {
  const bytes = readFileSync(path);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256) throw new Error(`${path} is not the pinned ${packageName} (SHA-256 ${actual})`);
  return bytes;
}
