import type { InstalledPackage } from '../../phone-parts.ts';
import type { ShellWorld } from '../shell-world.ts';

/** A package's part of `dumpsys package`, as far as tools read it. */
export function describePackage(app: InstalledPackage, world: ShellWorld): string {
  const stored = world.packages.stored(app.name);
  const time = (atMs: number) => new Date(atMs).toISOString().replace('T', ' ').slice(0, 19);
  const [path = ''] = world.packages.pathsOf(app);
  const users = stored?.users ?? world.users.list().map((user) => user.id);
  const dates =
    stored === undefined
      ? []
      : [`firstInstallTime=${time(stored.installedAtMs)}`, `lastUpdateTime=${time(stored.updatedAtMs)}`];
  const activity =
    app.launcherActivity === undefined
      ? ''
      : `Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        3f1c2a ${app.name}/${app.launcherActivity}\n\n`;
  const lines = [
    `userId=${stored?.uid ?? 1000}`,
    `codePath=${path.slice(0, path.lastIndexOf('/'))}`,
    `versionCode=${app.versionCode} minSdk=${stored?.minSdk ?? world.model.apiLevel} targetSdk=${stored?.targetSdk ?? world.model.apiLevel}`,
    `versionName=${app.versionName}`,
    `flags=[ ${app.system ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]`,
    ...dates,
    'installerPackageName=null',
    'requested permissions:',
    ...(stored?.permissions ?? []).map((permission) => `  ${permission}`),
    ...users.map(
      (user) =>
        `User ${user}: ceDataInode=1 installed=true hidden=false suspended=false stopped=false enabled=0`,
    ),
  ];
  return `${activity}Packages:\n  Package [${app.name}] (1b2c3d4):\n${lines.map((line) => `    ${line}\n`).join('')}`;
}
