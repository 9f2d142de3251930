import type { InstalledPackage, PhoneModel } from '@pocketfleet/phone-parts';
import { realSizePackages } from './real-size.ts';
import packages from './system-packages.json' with { type: 'json' };

/** Packages of a new phone. The launcher shows the packages with an activity. */
export function systemPackages({
  androidVersion,
  apiLevel,
  isRealSize = false,
}: Pick<PhoneModel, 'androidVersion' | 'apiLevel' | 'isRealSize'>): InstalledPackage[] {
  const added: SystemPackage[] = isRealSize ? realSizePackages.map((name) => ({ name, label: name })) : [];
  return [...SYSTEM_PACKAGES, ...added].map(({ name, label, launcherActivity }) => ({
    name,
    label,
    versionName: androidVersion,
    versionCode: apiLevel,
    system: true,
    ...(launcherActivity === undefined ? {} : { launcherActivity }),
  }));
}

interface SystemPackage {
  readonly name: string;
  readonly label: string;
  readonly launcherActivity?: string | undefined;
  /** Permissions, without their leading `android.permission.`. */
  readonly requests?: readonly string[] | undefined;
  /** Its runtime permissions are granted on a new phone. */
  readonly isGranted?: boolean | undefined;
}

export const SYSTEM_PACKAGES: readonly SystemPackage[] = packages;
