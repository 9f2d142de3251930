import type { CommandContext } from '../command.ts';

/** Options of a pm command: flags, valued options and operands. */
export interface PmArguments {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/** `valued` lists the options with a value. */
export function parsePm(args: readonly string[], valued: readonly string[]): PmArguments {
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
export function userOf(values: ReadonlyMap<string, string>, context: CommandContext): number | undefined {
  const text = values.get('--user');
  if (text === undefined || text === 'all') return undefined;
  return text === 'current' || text === 'cur' ? context.world.users.current : Number(text);
}
