import type { InstalledPackage, PackageList } from '../phone-parts.ts';
import { BUILT_IN_APPS } from './app-list.ts';

/** What the launcher shows: the phone's own apps in their order, then what was installed. */
export function listLaunchable(packages: PackageList): InstalledPackage[] {
  const listed = packages.list().filter((app) => app.launcherActivity !== undefined);
  const own = BUILT_IN_APPS.flatMap((app) => listed.filter((other) => other.name === app.packageName));
  return [...own, ...listed.filter((app) => !own.includes(app))];
}
