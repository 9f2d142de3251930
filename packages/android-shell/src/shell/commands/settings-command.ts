import type { SettingsNamespace } from '../../settings/settings-store.ts';
import { type Command, type CommandContext, fail, print } from '../command.ts';
import { takeUser } from './arguments.ts';

const NAMESPACES = new Set(['global', 'system', 'secure']);
const MAX_VALUE = 4096;
const MAX_ENTRIES = 2000;
const TOO_MANY = 'java.lang.IllegalStateException: You are adding too many system settings.';

/** `settings [--user n] get|put|delete|list namespace [key [value]]` */
export const settingsCommand: Command = (args, context) => {
  const { words, user } = takeUser(args, context);
  if (user === undefined) return fail(context, 'Error: Invalid user', 255);
  const [verb = '', named = '', key, value] = words;
  const space = named.toLowerCase();
  if (!NAMESPACES.has(space)) return fail(context, `Error: Invalid namespace '${space}'`, 255);
  const namespace = space as SettingsNamespace;
  const { settings } = context.world;
  if (verb === 'list') {
    const lines = settings.entries(namespace, user).map(([name, text]) => `${name}=${text}\n`);
    return print(context, lines.join(''));
  }
  if (key === undefined) return fail(context, 'Bad arguments\nInvalid command', 255);
  switch (verb) {
    case 'get':
      return print(context, `${settings.get(namespace, key, user) ?? 'null'}\n`);
    case 'put':
      if (value === undefined) return fail(context, 'Bad arguments\nInvalid command', 255);
      if (Math.max(key.length, value.length) > MAX_VALUE) return fail(context, TOO_MANY, 255);
      if (settings.entries(namespace, user).length >= MAX_ENTRIES) return fail(context, TOO_MANY, 255);
      if (isReadOnly(namespace, key)) return 0;
      settings.set(namespace, key, value, user);
      if (key === 'user_rotation' || key === 'accelerometer_rotation') rotate(context);
      return 0;
    case 'delete': {
      const existed = settings.get(namespace, key, user) !== undefined;
      if (!isReadOnly(namespace, key)) settings.set(namespace, key, undefined, user);
      return print(context, `Deleted ${existed ? 1 : 0} rows\n`);
    }
    default:
      return fail(context, `Invalid command: ${verb}`, 255);
  }
};

/** Since Android 8 each app sees an Android id of its own, which shell can't change. */
function isReadOnly(namespace: SettingsNamespace, key: string): boolean {
  return namespace === 'secure' && key === 'android_id';
}

/** While rotation is locked, a change of `user_rotation` turns the display at once. */
function rotate(context: CommandContext): void {
  const { settings } = context.world;
  const rotation = Number(settings.get('system', 'user_rotation') ?? '0');
  if (settings.get('system', 'accelerometer_rotation') === '0' && rotation >= 0 && rotation <= 3) {
    context.world.android().screen.setRotation(rotation);
  }
}
