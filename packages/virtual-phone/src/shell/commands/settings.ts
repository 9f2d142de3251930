import type { SettingsNamespace } from '../../settings/settings-store.ts';
import { type Command, complain, print } from '../command.ts';

const NAMESPACES = new Set(['global', 'system', 'secure']);
const MAX_VALUE = 4096;
const MAX_ENTRIES = 2000;

/** `settings [--user n] get|put|delete|list|reset namespace [key [value]]`. */
export const settingsCommand: Command = (args, context) => {
  const words = args.filter((arg, at) => arg !== '--user' && args[at - 1] !== '--user');
  const user = userOfSettings(args, context);
  if (user === undefined) return complain(context, 'Error: Invalid user', 255);
  const [verb = '', named = '', key, value] = words;
  const space = named.toLowerCase();
  if (verb === '' || verb === 'help')
    return verb === '' ? complain(context, USAGE, 255) : print(context, USAGE);
  if (!NAMESPACES.has(space)) return complain(context, `Error: Invalid namespace '${space}'`, 255);
  const namespace = space as SettingsNamespace;
  const { settings } = context.world;
  if (verb === 'list') {
    return print(
      context,
      settings
        .entries(namespace, user)
        .map(([name, text]) => `${name}=${text}\n`)
        .join(''),
    );
  }
  if (key === undefined) return complain(context, 'Bad arguments\nInvalid command', 255);
  switch (verb) {
    case 'get':
      return print(context, `${settings.get(namespace, key, user) ?? 'null'}\n`);
    case 'put':
      if (value === undefined) return complain(context, 'Bad arguments\nInvalid command', 255);
      if (
        value.length > MAX_VALUE ||
        key.length > MAX_VALUE ||
        settings.entries(namespace, user).length >= MAX_ENTRIES
      ) {
        return complain(
          context,
          'java.lang.IllegalStateException: You are adding too many system settings.',
          255,
        );
      }
      if (isFixed(namespace, key)) return 0;
      settings.set(namespace, key, value, user);
      if (key === 'user_rotation' || key === 'accelerometer_rotation') rotate(context);
      return 0;
    case 'delete': {
      const existed = settings.get(namespace, key, user) !== undefined;
      if (!isFixed(namespace, key)) settings.set(namespace, key, undefined, user);
      return print(context, `Deleted ${existed ? 1 : 0} rows\n`);
    }
    // Without a key it is all that an app has put there; shell's own are told by nobody's name here.
    case 'reset':
      return 0;
    default:
      return complain(context, `Invalid command: ${verb}`, 255);
  }
};

const USAGE = `Settings provider (settings) commands:
  help
  get [--user <USER_ID> | current] NAMESPACE KEY
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
  delete [--user <USER_ID> | current] NAMESPACE KEY
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
  list [--user <USER_ID> | current] NAMESPACE
NAMESPACE is one of {system, secure, global}, case-insensitive
`;

/** Since Android 8 it is made for each user and app and kept apart: what shell writes there has no effect. */
function isFixed(namespace: SettingsNamespace, key: string): boolean {
  return namespace === 'secure' && key === 'android_id';
}

/** The one in front where none is named; undefined for one that isn't there. */
export function userOfSettings(args: readonly string[], context: Parameters<Command>[1]): number | undefined {
  const { users } = context.world;
  const at = args.indexOf('--user');
  const text = at === -1 ? 'current' : args[at + 1];
  if (text === 'current' || text === 'cur') return users.current;
  return users.list().find(({ id }) => String(id) === text)?.id;
}

/** A locked rotation takes effect at once, as on a phone. */
function rotate(context: Parameters<Command>[1]): void {
  const { settings } = context.world;
  const rotation = Number(settings.get('system', 'user_rotation') ?? '0');
  if (settings.get('system', 'accelerometer_rotation') === '0' && rotation >= 0 && rotation <= 3) {
    context.world.android().screen.setRotation(rotation);
  }
}
