import type { InstalledPackage } from '@pocketfleet/phone-parts';
import { targetOf } from '../../automation/instrumentations.ts';
import { type Command, type CommandContext, fail, print } from '../command.ts';
import { parseArguments, userOf } from './arguments.ts';

/** `list packages|users|features|instrumentation` */
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
    case 'instrumentation':
      return listInstrumentations(rest, context);
    default:
      return fail(context, `Error: unknown list type '${what}'`, 255);
  }
};

const FEATURES = [
  ...'audio.output bluetooth camera location screen.landscape screen.portrait touchscreen'.split(' '),
  ...'touchscreen.multitouch.jazzhand wifi'.split(' '),
]
  .map((name) => `android.hardware.${name}`)
  .concat('android.software.managed_users');

function listPackages(args: readonly string[], context: CommandContext): Promise<number> {
  const { flags, values, operands } = parseArguments(args, ['--user', '--uid']);
  const { packages } = context.world;
  const user = userOf(values, context);
  const letters = [...flags].filter((flag) => !flag.startsWith('--')).join('');
  const isDisabled = (name: string) => packages.states.has('disabled', user, name);
  const lines = (letters.includes('u') ? packages.known() : packages.listFor(user))
    .filter((app) => !(letters.includes('3') && app.system) && !(letters.includes('s') && !app.system))
    .filter(({ name }) => !(letters.includes('d') && !isDisabled(name)))
    .filter(({ name }) => !(letters.includes('e') && isDisabled(name)))
    .filter((app) => app.name.includes(operands[0] ?? ''))
    .filter((app) => !values.has('--uid') || String(uidOf(app, context)) === values.get('--uid'))
    .map((app) => {
      const path = letters.includes('f') ? `${packages.pathsOf(app)[0]}=` : '';
      const version = flags.has('--show-versioncode') ? ` versionCode:${app.versionCode}` : '';
      const uid = letters.includes('U') ? ` uid:${uidOf(app, context)}` : '';
      return `package:${path}${app.name}${version}${uid}\n`;
    });
  return print(context, lines.join(''));
}

/** `list instrumentation [TARGET-PACKAGE]`: without a class's leading package, as Android prints components. */
function listInstrumentations(args: readonly string[], context: CommandContext): number | Promise<number> {
  const { instrumentations, users } = context.world;
  const [target] = args.filter((arg) => !arg.startsWith('-'));
  const lines = instrumentations
    .listFor(users.current)
    .filter((one) => target === undefined || targetOf(one) === target)
    .map((one) => `instrumentation:${shortComponent(one.component)} (target=${targetOf(one)})\n`);
  return lines.length === 0 ? 0 : print(context, lines.sort().join(''));
}

function shortComponent(component: string): string {
  const [name = '', className = ''] = component.split('/');
  return `${name}/${className.startsWith(`${name}.`) ? className.slice(name.length) : className}`;
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
  const lines = context.world.packages.pathsOf(app).map((one) => `package:${one}\n`);
  return print(context, lines.join(''));
};

const VALUED = ['--user', '-a', '-c', '-d', '-p', '-n', '-t', '-f'];
const HOME = 'com.android.launcher3';

/** The activities for an intent: launcher activities, or the home screen. Other filters are ignored. */
function activitiesFor(args: readonly string[], context: CommandContext): string[] {
  const { operands, values } = parseArguments(args, VALUED);
  const user = userOf(values, context);
  if (values.get('-c') === 'android.intent.category.HOME') return [`${HOME}/${HOME}.Launcher`];
  const name = values.get('-p') ?? operands.at(-1);
  return context.world.packages
    .listFor(user)
    .filter((app) => name === undefined || app.name === name)
    .flatMap((app) => (app.launcherActivity === undefined ? [] : [`${app.name}/${app.launcherActivity}`]));
}

const MATCH = 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true';

/** `resolve-activity [--brief] [--user n] [-a action] [-c category] [package]`. */
const resolveActivity: Command = (args, context) => {
  const [first] = activitiesFor(args, context);
  return print(context, first === undefined ? 'No activity found\n' : `${MATCH}\n${first}\n`);
};

/** `has-feature name`: the exit code is the result as well. */
const hasFeature: Command = (args, context) => {
  const has = FEATURES.includes(args[0] ?? '');
  return print(context, `${has}\n`).then(() => (has ? 0 : 1));
};

/** `clear [--user n] package` */
const clear: Command = (args, context) => {
  const app = findApp(args, context);
  if (app === undefined || context.world.keepsResidue()) return fail(context, 'Failed');
  const user = userOf(parseArguments(args, ['--user']).values, context);
  context.world.android().screen.clearData(app.name, user);
  context.world.packages.states.resetGranted(user, app.name);
  context.world.providers.clear(user, app.name);
  return print(context, 'Success\n');
};

export const packageQueries = {
  list,
  path,
  clear,
  'resolve-activity': resolveActivity,
  'has-feature': hasFeature,
};

function findApp(args: readonly string[], context: CommandContext): InstalledPackage | undefined {
  const { operands, values } = parseArguments(args, ['--user']);
  const user = userOf(values, context);
  return context.world.packages.getFor(user, operands[0] ?? '');
}

function uidOf(app: InstalledPackage, context: CommandContext): number {
  return context.world.packages.uidOf(app.name);
}
