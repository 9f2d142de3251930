import type { InstalledPackage } from '@pocketfleet/phone-parts';
import { isRuntimePermission, sharedUserOf } from '../../packages/permissions.ts';
import type { ShellWorld } from '../shell-world.ts';

/** A package's section of `dumpsys package`. */
export function describePackage(app: InstalledPackage, world: ShellWorld): string {
  const stored = world.packages.stored(app.name);
  const time = (atMs: number) => new Date(atMs).toISOString().replace('T', ' ').slice(0, 19);
  const [path = ''] = world.packages.pathsOf(app);
  const dates =
    stored === undefined
      ? []
      : [`firstInstallTime=${time(stored.installedAtMs)}`, `lastUpdateTime=${time(stored.updatedAtMs)}`];
  const requested = world.packages.requestedBy(app.name);
  const shared = sharedUserOf(app.name);
  const lines = [
    `userId=${world.packages.uidOf(app.name)}`,
    ...(shared === undefined ? [] : [`sharedUser=SharedUserSetting{5f0c1d2 ${shared.name}/${shared.uid}}`]),
    `codePath=${path.slice(0, path.lastIndexOf('/'))}`,
    `versionCode=${app.versionCode} minSdk=${stored?.minSdk ?? world.model.apiLevel} targetSdk=${stored?.targetSdk ?? world.model.apiLevel}`,
    `versionName=${app.versionName}`,
    `flags=[ ${app.system ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]`,
    ...dates,
    `installerPackageName=${stored?.installer ?? 'null'}`,
    'requested permissions:',
    ...requested.map((permission) => `  ${permission}`),
    ...(shared === undefined ? describeInstallPermissions(requested) : []),
    ...world.users.list().flatMap(({ id }) => describeForUser(app, id, requested, world)),
  ];
  return `Packages:\n  Package [${app.name}] (1b2c3d4):\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

function describeForUser(
  { name }: InstalledPackage,
  user: number,
  requested: readonly string[],
  { packages }: ShellWorld,
): string[] {
  const { states } = packages;
  const isInstalled = packages.getFor(user, name) !== undefined;
  return [
    `User ${user}: ceDataInode=1 installed=${isInstalled} hidden=false suspended=${states.has('suspended', user, name)} distractionFlags=0 stopped=false notLaunched=false enabled=${states.has('disabled', user, name) ? 3 : 0} instant=false virtual=false`,
    ...(sharedUserOf(name) === undefined
      ? describeRuntimePermissions(requested, states.granted(user, name))
      : []),
  ];
}

function describeInstallPermissions(requested: readonly string[]): string[] {
  const install = requested.filter((one) => !isRuntimePermission(one));
  return ['install permissions:', ...install.map((one) => `  ${one}: granted=true`)];
}

function describeRuntimePermissions(requested: readonly string[], granted: readonly string[]): string[] {
  return [
    '  gids=[3002, 3003, 3001]',
    '  runtime permissions:',
    ...requested
      .filter(isRuntimePermission)
      .map(
        (one) =>
          `    ${one}: granted=${granted.includes(one)}, flags=[ ${granted.includes(one) ? 'USER_SET ' : ''}]`,
      ),
  ];
}

/** The section of shared users. Permissions of their packages are listed here instead of with the packages. */
export function describeSharedUsers(apps: readonly InstalledPackage[], world: ShellWorld): string {
  const sections = apps.flatMap(({ name }) => {
    const shared = sharedUserOf(name);
    if (shared === undefined) return [];
    const requested = world.packages.requestedBy(name);
    const lines = [
      `userId=${shared.uid}`,
      ...describeInstallPermissions(requested),
      ...world.users
        .list()
        .flatMap(({ id }) => [
          `User ${id}: `,
          ...describeRuntimePermissions(requested, world.packages.states.granted(id, name)),
        ]),
    ];
    return [`  SharedUser [${shared.name}] (2c3d4e5):\n${lines.map((line) => `    ${line}\n`).join('')}`];
  });
  return sections.length === 0 ? '' : `\nShared users:\n${sections.join('')}`;
}
