import { randomBytes } from 'node:crypto';
import type { CheckedInstall } from './check-install.ts';
import type { InstallOptions } from './install-session.ts';
import type { StoredPackage } from './package-store.ts';

export interface InstallSurroundings {
  readonly now: number;
  /** All users of the phone. */
  readonly users: readonly number[];
  readonly freeUid: number;
  /** The installed package of the same name. */
  readonly before: StoredPackage | undefined;
}

/** The record of an install. */
export function storedPackage(
  { base, apks }: CheckedInstall,
  options: InstallOptions,
  { now, users, freeUid, before }: InstallSurroundings,
): StoredPackage {
  const added = options.user === undefined ? users : [options.user];
  return {
    name: base.packageName,
    label: base.label,
    versionName: base.versionName,
    versionCode: base.versionCode,
    system: false,
    ...(base.icon === undefined ? {} : { icon: base.icon }),
    ...(base.launcherActivity === undefined ? {} : { launcherActivity: base.launcherActivity }),
    uid: before?.uid ?? freeUid,
    targetSdk: base.targetSdk,
    minSdk: base.minSdk,
    permissions: base.permissions,
    apks: apks.map(({ info }) => apkName(info.split)),
    folder: `~~${token()}==/${base.packageName}-${token()}==`,
    users: [...new Set([...(before?.users ?? []), ...added])],
    installedAtMs: before?.installedAtMs ?? now,
    updatedAtMs: now,
  };
}

export function apkName(split: string | undefined): string {
  return split === undefined ? 'base.apk' : `split_${split.replace(/[^\w.-]/g, '_')}.apk`;
}

/** A random name in the form of Android's folder names. */
function token(): string {
  return randomBytes(16).toString('base64url');
}
