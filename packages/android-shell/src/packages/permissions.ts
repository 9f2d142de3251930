// Two kinds of permissions: runtime permissions, which Android asks the user for, and all others, which an app has from
// its install on. `pm grant` changes only the first kind.

import { isRealSizePackage, realSizePermissions } from './real-size.ts';
import runtimePermissions from './runtime-permissions.json' with { type: 'json' };
import { SYSTEM_PACKAGES } from './system-packages.ts';

/** Android's "dangerous" permissions. */
const RUNTIME: ReadonlySet<string> = new Set(runtimePermissions.map(fullName));

export function isRuntimePermission(name: string): boolean {
  return RUNTIME.has(name);
}

/** The runtime permissions that a system app has on a new phone. */
export function initialPermissions(name: string): readonly string[] {
  if (isRealSizePackage(name)) return realSizePermissions;
  const isGranted = SYSTEM_PACKAGES.some((app) => app.name === name && app.isGranted === true);
  return isGranted ? requestedBySystem(name).filter(isRuntimePermission) : [];
}

/** Shared users by package. The permissions belong to the shared user, and `dumpsys package` lists them there. */
const SHARED_USERS: Readonly<Record<string, { readonly name: string; readonly uid: number }>> = {
  'com.android.shell': { name: 'android.uid.shell', uid: 2000 },
};

export function sharedUserOf(name: string): { readonly name: string; readonly uid: number } | undefined {
  return Object.hasOwn(SHARED_USERS, name) ? SHARED_USERS[name] : undefined;
}

export function requestedBySystem(name: string): readonly string[] {
  if (isRealSizePackage(name)) return realSizePermissions;
  return (SYSTEM_PACKAGES.find((app) => app.name === name)?.requests ?? []).map(fullName);
}

function fullName(name: string): string {
  return `android.permission.${name}`;
}
