import type { InstalledPackage, PackageList, PhoneModel } from '../phone-parts.ts';
import { BUILT_IN_APPS } from './app-list.ts';

/** What the launcher shows: the phone's own apps in their order, then what was installed. */
export function listLaunchable(packages: PackageList, model: PhoneModel): InstalledPackage[] {
  const listed = packages.list().filter((app) => app.launcherActivity !== undefined);
  const own = BUILT_IN_APPS.map(
    (app) =>
      listed.find((other) => other.name === app.packageName) ?? {
        name: app.packageName,
        label: app.label,
        versionName: model.androidVersion,
        versionCode: model.apiLevel,
        system: true,
        launcherActivity: app.activity,
      },
  );
  const names = new Set(own.map((app) => app.name));
  return [...own, ...listed.filter((app) => !names.has(app.name))];
}
