import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledPackage } from '@pocketfleet/phone-parts';
import { z } from 'zod';
import { readState, writeState } from '../files/state-file.ts';

/** An installed package, with the fields that only the package manager needs. */
export interface StoredPackage extends InstalledPackage, z.infer<typeof ownSchema> {}

const ownSchema = z.object({
  /** Folder below /data/app. */
  folder: z.string(),
  uid: z.number(),
  targetSdk: z.number(),
  minSdk: z.number(),
  permissions: z.array(z.string()).readonly(),
  apks: z.array(z.string()).readonly(),
  users: z.array(z.number()).readonly(),
  installedAtMs: z.number(),
  updatedAtMs: z.number(),
});
const schema = ownSchema.extend({
  name: z.string(),
  label: z.string(),
  versionName: z.string(),
  versionCode: z.number(),
  system: z.boolean(),
  launcherActivity: z.string().exactOptional(),
});

const STATE_FILE = 'package.json';
const ICON_FILE = 'icon.png';
export const SESSIONS_DIR = '.sessions';

/** Reads all packages from the host folder. Removes partial ones, which a kill can leave. */
export function loadPackages(hostDir: string): StoredPackage[] {
  const found: StoredPackage[] = [];
  for (const name of readdirSync(hostDir)) {
    if (name === SESSIONS_DIR) continue;
    const stored = readState(join(hostDir, name, STATE_FILE), schema);
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
