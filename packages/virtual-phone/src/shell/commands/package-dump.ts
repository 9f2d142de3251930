import { isRuntimePermission } from '../../packages/permissions.ts';
import type { InstalledPackage } from '../../phone-parts.ts';
import type { ShellWorld } from '../shell-world.ts';

/** A package's part of `dumpsys package`, as far as tools read it. */
export function describePackage(app: InstalledPackage, world: ShellWorld): string {
  const stored = world.packages.stored(app.name);
  const time = (atMs: number) => new Date(atMs).toISOString().replace('T', ' ').slice(0, 19);
  const [path = ''] = world.packages.pathsOf(app);
  const dates =
    stored === undefined
      ? []
      : [`firstInstallTime=${time(stored.installedAtMs)}`, `lastUpdateTime=${time(stored.updatedAtMs)}`];
  const activity =
    app.launcherActivity === undefined
      ? ''
      : `Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        3f1c2a ${app.name}/${app.launcherActivity} filter 9b1d7e4\n          Action: "android.intent.action.MAIN"\n          Category: "android.intent.category.LAUNCHER"\n\n`;
  const requested = world.packages.requestedBy(app.name);
  const lines = [
    `userId=${world.packages.uidOf(app.name)}`,
    `codePath=${path.slice(0, path.lastIndexOf('/'))}`,
    `versionCode=${app.versionCode} minSdk=${stored?.minSdk ?? world.model.apiLevel} targetSdk=${stored?.targetSdk ?? world.model.apiLevel}`,
    `versionName=${app.versionName}`,
    `flags=[ ${app.system ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]`,
    ...dates,
    `installerPackageName=${stored?.installer ?? 'null'}`,
    'requested permissions:',
    ...requested.map((permission) => `  ${permission}`),
    'install permissions:',
    ...requested.filter((one) => !isRuntimePermission(one)).map((one) => `  ${one}: granted=true`),
    ...world.users.list().flatMap(({ id }) => describeForUser(app, id, requested, world)),
  ];
  return `${activity}Packages:\n  Package [${app.name}] (1b2c3d4):\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

function describeForUser(
  { name }: InstalledPackage,
  user: number,
  requested: readonly string[],
  { packages }: ShellWorld,
): string[] {
  const { states } = packages;
  const granted = states.granted(user, name);
  const isInstalled = packages.getFor(user, name) !== undefined;
  const runtime = requested
    .filter(isRuntimePermission)
    .map(
      (one) =>
        `    ${one}: granted=${granted.includes(one)}, flags=[ ${granted.includes(one) ? 'USER_SET ' : ''}]`,
    );
  return [
    `User ${user}: ceDataInode=1 installed=${isInstalled} hidden=false suspended=${states.has('suspended', user, name)} distractionFlags=0 stopped=false notLaunched=false enabled=${states.has('disabled', user, name) ? 3 : 0} instant=false virtual=false`,
    '  gids=[3002, 3003, 3001]',
    '  runtime permissions:',
    ...runtime,
  ];
}
