import type { InstalledPackage, PackageList } from '@pocketfleet/phone-parts';
import type { BuiltInApp } from './app.ts';

/** The launcher's apps: the built-in apps in their order, then the installed ones. */
export function listLaunchable(
  packages: PackageList,
  builtInApps: readonly BuiltInApp[],
): InstalledPackage[] {
  const listed = packages.list().filter((app) => app.launcherActivity !== undefined);
  const own = builtInApps.flatMap((app) => listed.filter((other) => other.name === app.packageName));
  return [...own, ...listed.filter((app) => !own.includes(app))];
}
