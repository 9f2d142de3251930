import type { CommandContext } from '../command.ts';

/** A command's arguments: flags, options with values, and operands. */
export interface Arguments {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/** `valued` lists the options with a value. */
export function parseArguments(args: readonly string[], valued: readonly string[]): Arguments {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const equals = arg.indexOf('=');
    if (valued.includes(arg)) values.set(arg, args[++at] ?? '');
    else if (arg.startsWith('--') && equals > 0) values.set(arg.slice(0, equals), arg.slice(equals + 1));
    else if (arg.startsWith('-') && arg.length > 1) flags.add(arg);
    else operands.push(arg);
  }
  return { flags, values, operands };
}

/** The number behind `--user`; undefined for `all` and without the option. */
export function onlyUserOf(values: ReadonlyMap<string, string>, context: CommandContext): number | undefined {
  const text = values.get('--user');
  if (text === undefined || text === 'all') return undefined;
  return text === 'current' || text === 'cur' ? context.world.users.current : Number(text);
}

/** The number behind `--user`; the user in front for `all` and without the option. */
export function userOf(values: ReadonlyMap<string, string>, context: CommandContext): number {
  return onlyUserOf(values, context) ?? context.world.users.current;
}

/** A user by number, or the one in front for `current`. Undefined for a user that doesn't exist. */
export function findUser(text: string, { world }: CommandContext): number | undefined {
  if (text === 'current' || text === 'cur') return world.users.current;
  return world.users.list().find(({ id }) => String(id) === text)?.id;
}

/** Separates `--user n` from the other words. `user` is undefined if it doesn't exist. */
export function takeUser(args: readonly string[], context: CommandContext) {
  const at = args.indexOf('--user');
  const named = at === -1 ? 'current' : (args[at + 1] ?? '');
  const words = at === -1 ? args : args.toSpliced(at, 2);
  return { words, named, user: findUser(named, context) };
}
