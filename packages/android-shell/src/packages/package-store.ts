import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledPackage } from '@pocketfleet/phone-parts';
import { readState, writeState } from '../files/state-file.ts';

/** An installed package with what only the package manager needs. */
export interface StoredPackage extends InstalledPackage {
  /** Folder below /data/app. */
  readonly folder: string;
  readonly uid: number;
  readonly targetSdk: number;
  readonly minSdk: number;
  readonly permissions: readonly string[];
  readonly apks: readonly string[];
  /** `-i`: who says that it installed it. */
  readonly installer?: string;
  readonly users: readonly number[];
  readonly installedAtMs: number;
  readonly updatedAtMs: number;
}

const STATE_FILE = 'package.json';
const ICON_FILE = 'icon.png';
export const SESSIONS_DIR = '.sessions';

/** Reads all packages from the host folder. Half-made ones, which a kill can leave, are removed. */
export function loadPackages(hostDir: string): StoredPackage[] {
  const found: StoredPackage[] = [];
  for (const name of readdirSync(hostDir)) {
    if (name === SESSIONS_DIR) continue;
    const stored = readState(join(hostDir, name, STATE_FILE), checkPackage);
    if (stored?.name === name) found.push({ ...stored, ...readIcon(join(hostDir, name, ICON_FILE)) });
    else rmSync(join(hostDir, name), { recursive: true, force: true });
  }
  return found;
}

export function savePackage(packageDir: string, stored: StoredPackage): void {
  const { icon, ...rest } = stored;
  if (icon !== undefined) writeFileSync(join(packageDir, ICON_FILE), icon);
  writeState(join(packageDir, STATE_FILE), rest);
}

function readIcon(hostPath: string): { icon?: Uint8Array } {
  try {
    return { icon: readFileSync(hostPath) };
  } catch {
    return {};
  }
}

function checkPackage(value: unknown): StoredPackage | undefined {
  const one = value as Partial<StoredPackage> | null;
  const whole =
    typeof one?.name === 'string' &&
    typeof one.label === 'string' &&
    typeof one.folder === 'string' &&
    typeof one.uid === 'number' &&
    Array.isArray(one.users) &&
    Array.isArray(one.apks);
  return whole ? (one as StoredPackage) : undefined;
}
