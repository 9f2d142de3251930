// `content`: tables of Android's own content providers. Settings and media have commands and files of their own.
import { findTable } from '../../settings/providers.ts';
import { type Command, type CommandContext, fail, print } from '../command.ts';
import { findUser } from './arguments.ts';

type Row = Readonly<Record<string, string>>;
type Options = ReadonlyMap<string, readonly string[]>;

/** `content query|insert|delete|call --uri URI [--user n] [--bind column:type:value] [--projection a:b] [--where "_id=n"]` */
export const content: Command = (args, context) => {
  const [verb = '', ...rest] = args;
  const options = parseOptions(rest);
  const uri = options.get('--uri')?.[0];
  if (uri === undefined) return fail(context, `[ERROR] Content provider URI not specified.\n${USAGE}`);
  const user = findUser(options.get('--user')?.[0] ?? 'current', context);
  if (user === undefined) return fail(context, `[ERROR] Invalid user\n${USAGE}`);
  const table = /^content:\/\/(.+?)\/?$/.exec(uri)?.[1] ?? '';
  // A scan for new media has no effect here: the drawn apps read the shared storage itself.
  if (table === 'media' && verb === 'call') return print(context, 'Result: Bundle[{}]\n');
  const found = findTable(table);
  if (found === undefined)
    return fail(
      context,
      `Error while accessing provider:${table}\njava.lang.IllegalStateException: Could not find provider: ${table}`,
    );
  return accessTable({ verb, table, user, options, isClosed: found.isClosedToShell === true }, context);
};

interface TableAccess {
  readonly verb: string;
  readonly table: string;
  readonly user: number;
  readonly options: Options;
  /** Shell sees no rows, and its own rows are not stored. */
  readonly isClosed: boolean;
}

function accessTable(access: TableAccess, context: CommandContext): Promise<number> | number {
  const { verb, table, user, options, isClosed } = access;
  const { providers, keepsResidue } = context.world;
  const id = /^\s*_id\s*=\s*(\d+)\s*$/.exec(options.get('--where')?.[0] ?? '')?.[1];
  switch (verb) {
    case 'query': {
      const rows = isClosed ? [] : providers.rows(user, table);
      return printRows(
        rows.filter((row) => id === undefined || row['_id'] === id),
        options.get('--projection')?.[0]?.split(':'),
        context,
      );
    }
    case 'insert': {
      const binds = (options.get('--bind') ?? []).map((bind) => /^(\w+):[bsilfdn]:(.*)$/s.exec(bind));
      const row = Object.fromEntries(binds.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
      if (!isClosed && !providers.insert(user, table, row))
        return fail(context, `Error while accessing provider:${table}\nthe database is full`);
      return 0;
    }
    case 'delete':
      if (!isClosed && !keepsResidue()) providers.remove(user, table, id);
      return 0;
    default:
      return fail(context, `[ERROR] Unsupported operation: ${verb}\n${USAGE}`);
  }
}

function printRows(
  rows: readonly Row[],
  projection: readonly string[] | undefined,
  context: CommandContext,
): Promise<number> {
  if (rows.length === 0) return print(context, 'No result found.\n');
  const columns = projection ?? Object.keys(rows[0] ?? {});
  const unknown = columns.find((column) => !Object.hasOwn(rows[0] ?? {}, column));
  if (unknown !== undefined)
    return fail(
      context,
      `Error while accessing provider\njava.lang.IllegalArgumentException: Invalid column ${unknown}`,
    );
  const lines = rows.map(
    (row, at) => `Row: ${at} ${columns.map((column) => `${column}=${row[column]}`).join(', ')}\n`,
  );
  return print(context, lines.join(''));
}

function parseOptions(args: readonly string[]): Options {
  const options = new Map<string, string[]>();
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at] ?? '';
    options.set(name, [...(options.get(name) ?? []), args[at + 1] ?? '']);
  }
  return options;
}

const USAGE = 'usage: adb shell content [subcommand] [options]';
