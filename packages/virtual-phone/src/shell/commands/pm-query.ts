import type { InstalledPackage } from '../../phone-parts.ts';
import { type Command, type CommandContext, complain, print } from '../command.ts';
import { describePackage } from './package-dump.ts';
import { parsePm, userOf } from './pm-arguments.ts';

const SYSTEM_UID = 1000;

/** `list packages|users|features|libraries|permissions`. */
const list: Command = (args, context) => {
  const [what = '', ...rest] = args;
  switch (what) {
    case 'package':
    case 'packages':
      return listPackages(rest, context);
    case 'users':
      return listUsers(context);
    case 'features':
      return print(context, FEATURES.map((name) => `feature:${name}\n`).join(''));
    case 'libraries':
      return print(context, 'library:android.test.base\nlibrary:org.apache.http.legacy\n');
    case 'permissions':
    case 'permission-groups':
    case 'instrumentation':
      return print(context, what === 'permissions' ? 'All Permissions:\n\n' : '');
    default:
      return complain(context, `Error: unknown list type '${what}'`, 255);
  }
};

const FEATURES = [
  'android.hardware.audio.output',
  'android.hardware.bluetooth',
  'android.hardware.camera',
  'android.hardware.location',
  'android.hardware.screen.landscape',
  'android.hardware.screen.portrait',
  'android.hardware.touchscreen',
  'android.hardware.touchscreen.multitouch.jazzhand',
  'android.hardware.wifi',
  'android.software.managed_users',
];

function listPackages(args: readonly string[], context: CommandContext): Promise<number> {
  const { flags, values, operands } = parsePm(args, ['--user', '--uid']);
  const { packages, users } = context.world;
  const user = userOf(values, context) ?? users.current;
  const letters = [...flags].filter((flag) => !flag.startsWith('--')).join('');
  const lines = packages
    .listFor(user)
    .filter((app) => !(letters.includes('3') && app.system) && !(letters.includes('s') && !app.system))
    // Nothing can be disabled here.
    .filter(() => !letters.includes('d'))
    .filter((app) => app.name.includes(operands[0] ?? ''))
    .map((app) => {
      const path = letters.includes('f') ? `${packages.pathsOf(app)[0]}=` : '';
      const version = flags.has('--show-versioncode') ? ` versionCode:${app.versionCode}` : '';
      const installer = letters.includes('i') ? '  installer=null' : '';
      const uid = letters.includes('U') ? ` uid:${uidOf(app, context)}` : '';
      return `package:${path}${app.name}${version}${installer}${uid}\n`;
    });
  return print(context, lines.join(''));
}

function listUsers(context: CommandContext): Promise<number> {
  const { users } = context.world;
  const lines = users.list().map(({ id, name, flags }) => {
    return `\tUserInfo{${id}:${name}:${flags.toString(16)}}${users.isRunning(id) ? ' running' : ''}\n`;
  });
  return print(context, `Users:\n${lines.join('')}`);
}

/** `path [--user n] package`. */
const path: Command = (args, context) => {
  const app = findApp(args, context);
  if (app === undefined) return 1;
  return print(
    context,
    context.world.packages
      .pathsOf(app)
      .map((one) => `package:${one}\n`)
      .join(''),
  );
};

const dump: Command = (args, context) => {
  const app = findApp(args, context);
  if (app === undefined) return print(context, `Unable to find package: ${args[0] ?? ''}\n`);
  return print(context, describePackage(app, context.world));
};

/** `resolve-activity [--brief] [--user n] package`: as far as launchers are asked for. */
const resolveActivity: Command = (args, context) => {
  const { operands, values } = parsePm(args, ['--user', '-a', '-c', '-d', '-p', '-n', '-t']);
  const name = values.get('-p') ?? operands.at(-1) ?? '';
  const app = context.world.packages.get(name);
  if (app?.launcherActivity === undefined) return print(context, 'No activity found\n');
  return print(
    context,
    `priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n${app.name}/${app.launcherActivity}\n`,
  );
};

/** `clear [--user n] package`: shell may clear apps, not the system's own. */
const clear: Command = async (args, context) => {
  const app = findApp(args, context);
  if (app === undefined || context.world.keepsResidue()) return complain(context, 'Failed');
  const user = userOf(parsePm(args, ['--user']).values, context) ?? context.world.users.current;
  await context.world.android().screen.clearData(app.name, user);
  return print(context, 'Success\n');
};

/** Permissions of packages: nothing of ours looks at them, but names are checked as Android does. */
const grant: Command = (args, context) => {
  const { operands } = parsePm(args, ['--user']);
  const [name = '', permission = ''] = operands;
  if (context.world.packages.get(name) === undefined)
    return complain(context, `Unknown package: ${name}`, 255);
  const wanted = context.world.packages.stored(name)?.permissions ?? [];
  if (wanted.includes(permission)) return 0;
  return complain(
    context,
    `\nException occurred while executing 'grant':\njava.lang.SecurityException: Package ${name} has not requested permission ${permission}`,
    255,
  );
};

/** What takes a permission that shell doesn't have on a user build. */
const refused =
  (what: string): Command =>
  (_args, context) =>
    complain(
      context,
      `\nException occurred while executing '${what}':\njava.lang.SecurityException: Shell cannot ${what}`,
      255,
    );

export const packageQueries = {
  list,
  path,
  dump,
  clear,
  grant,
  revoke: grant,
  'resolve-activity': resolveActivity,
  'trim-caches': () => 0,
  enable: refused('change component state for null to 1'),
  hide: refused('hide'),
  suspend: refused('suspend'),
};

function findApp(args: readonly string[], context: CommandContext): InstalledPackage | undefined {
  const { operands, values } = parsePm(args, ['--user']);
  const user = userOf(values, context) ?? context.world.users.current;
  return context.world.packages.getFor(user, operands[0] ?? '');
}

function uidOf(app: InstalledPackage, context: CommandContext): number {
  return context.world.packages.stored(app.name)?.uid ?? SYSTEM_UID;
}
