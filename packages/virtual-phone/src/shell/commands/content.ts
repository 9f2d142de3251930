// `content`: the settings provider, the media store as an index of the shared files, and tables that only keep rows.
// Other providers belong to apps that this phone doesn't have.
import { posix } from 'node:path';
import { findTable } from '../../settings/providers.ts';
import { type Command, type CommandContext, complain, print } from '../command.ts';
import { settingsCommand, userOfSettings } from './settings.ts';

type Row = Readonly<Record<string, string>>;
type Options = ReadonlyMap<string, readonly string[]>;

/** `content query|insert|update|delete|read|call|gettype --uri URI [...]`. */
export const content: Command = (args, context) => {
  const [verb = '', ...rest] = args;
  if (!VERBS.includes(verb))
    return complain(context, verb === '' ? USAGE : `[ERROR] Unsupported operation: ${verb}\n${USAGE}`);
  const options = optionsOf(rest);
  const uri = options.get('--uri')?.[0];
  if (uri === undefined) return complain(context, `[ERROR] Content provider URI not specified.\n${USAGE}`);
  if (userOf(options, context) === undefined) return complain(context, `[ERROR] Invalid user\n${USAGE}`);
  const [, authority = '', path = ''] = /^content:\/\/([^/]+)\/?(.*)$/.exec(uri) ?? [];
  if (authority === 'settings') return settingsProvider(verb, path, options, context);
  if (authority === 'media') return mediaProvider(verb, path, options, context);
  const table = path === '' ? authority : `${authority}/${path}`;
  if (findTable(table) !== undefined) return rowsProvider(verb, table, options, context);
  return complain(
    context,
    `Error while accessing provider:${authority}\njava.lang.IllegalStateException: Could not find provider: ${authority}`,
  );
};

const VERBS = ['query', 'insert', 'update', 'delete', 'read', 'call', 'gettype'];

function optionsOf(args: readonly string[]): Options {
  const options = new Map<string, string[]>();
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at] ?? '';
    options.set(name, [...(options.get(name) ?? []), args[at + 1] ?? '']);
  }
  return options;
}

function userOf(options: Options, context: CommandContext): number | undefined {
  return userOfSettings(['--user', options.get('--user')?.[0] ?? 'current'], context);
}

async function settingsProvider(
  verb: string,
  path: string,
  options: Options,
  context: CommandContext,
): Promise<number> {
  const [space = '', key] = path.split('/');
  const user = ['--user', String(userOf(options, context))];
  const name = key ?? boundTo('name', options) ?? nameWanted(options);
  if (!['global', 'system', 'secure'].includes(space))
    return complain(
      context,
      `Error while accessing provider:settings\njava.lang.IllegalArgumentException: Invalid URI: content://settings/${path}`,
    );
  switch (verb) {
    case 'query': {
      const rows = context.world.settings
        .entries(space as 'global' | 'system' | 'secure', userOf(options, context))
        .map(([one, value], at): Row => ({ _id: String(at + 1), name: one, value }))
        .filter((row) => name === undefined || row['name'] === name);
      return printRows(rows, options, context);
    }
    case 'insert':
    case 'update': {
      const value = boundTo('value', options);
      if (name === undefined || value === undefined)
        return complain(context, '[ERROR] Nothing to write: --bind missing');
      return settingsCommand([...user, 'put', space, name, value], context);
    }
    case 'delete':
      if (name === undefined) return complain(context, '[ERROR] Deleting all settings is not allowed');
      await settingsCommand([...user, 'delete', space, name], { ...context, out: async () => true });
      return 0;
    default:
      return complain(
        context,
        `Error while accessing provider:settings\njava.lang.UnsupportedOperationException: ${verb}`,
      );
  }
}

/** A table that keeps whatever rows it is given. Of conditions it knows the number of a row. */
async function rowsProvider(
  verb: string,
  table: string,
  options: Options,
  context: CommandContext,
): Promise<number> {
  const { providers, keepsResidue } = context.world;
  const user = userOf(options, context) ?? 0;
  const isClosed = findTable(table)?.isClosedToShell === true;
  const id = /^\s*_id\s*=\s*(\d+)\s*$/.exec(options.get('--where')?.[0] ?? '')?.[1];
  switch (verb) {
    case 'query': {
      const rows = isClosed ? [] : providers.rows(user, table);
      return printRows(
        rows.filter((row) => id === undefined || row['_id'] === id),
        options,
        context,
      );
    }
    case 'insert': {
      const binds = (options.get('--bind') ?? []).map((bind) => /^(\w+):[bsilfdn]:(.*)$/s.exec(bind));
      const row = Object.fromEntries(binds.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
      if (!isClosed && !providers.insert(user, table, row))
        return complain(context, `Error while accessing provider:${table}\nthe database is full`);
      return 0;
    }
    case 'delete':
      if (!isClosed && !keepsResidue()) providers.remove(user, table, id);
      return 0;
    default:
      return complain(
        context,
        `Error while accessing provider:${table}\njava.lang.UnsupportedOperationException: ${verb}`,
      );
  }
}

/** `--bind name:s:font_scale`: column, type, value. */
function boundTo(column: string, options: Options): string | undefined {
  for (const bind of options.get('--bind') ?? []) {
    const match = /^(\w+):([bsilfdn]):(.*)$/s.exec(bind);
    if (match?.[1] === column) return match[3];
  }
  return undefined;
}

/** `--where "name='font_scale'"`: the one condition that settings are asked with. */
function nameWanted(options: Options): string | undefined {
  return /^\s*name\s*=\s*['"](.*)['"]\s*$/.exec(options.get('--where')?.[0] ?? '')?.[1];
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/x-wav',
  pdf: 'application/pdf',
  txt: 'text/plain',
  apk: 'application/vnd.android.package-archive',
};

/** `external/images/media`, `external/video/media`, `external/audio/media`, `external/file`, `external/downloads`. */
async function mediaProvider(
  verb: string,
  path: string,
  options: Options,
  context: CommandContext,
): Promise<number> {
  const [volume = '', kind = '', rest] = path.split('/');
  if (
    !/^external(_primary)?$/.test(volume) ||
    !['images', 'video', 'audio', 'file', 'downloads'].includes(kind)
  )
    return complain(
      context,
      `Error while accessing provider:media\njava.lang.IllegalArgumentException: Invalid URI: content://media/${path}`,
    );
  if (verb !== 'query')
    return complain(
      context,
      'Error while accessing provider:media\njava.lang.SecurityException: com.android.shell has no access to content://media',
    );
  const wanted = { images: 'image/', video: 'video/', audio: 'audio/' }[kind] ?? '';
  const id = kind === 'file' ? rest : path.split('/')[3];
  const root = `/storage/emulated/${userOf(options, context)}`;
  const rows = filesUnder(root, context)
    .filter((row) => row['mime_type']?.startsWith(wanted) === true)
    .filter((row) => kind !== 'downloads' || row['relative_path']?.startsWith('Download/') === true)
    .filter((row) => id === undefined || row['_id'] === id);
  return printRows(rows, options, context);
}

const MAX_FILES = 5_000;

/** Hidden folders and those of apps are not in the index. */
function filesUnder(root: string, context: CommandContext): Row[] {
  const rows: Row[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of context.files.list(folder)) {
      const at = posix.join(folder, entry.name);
      if (entry.name.startsWith('.') || at === `${root}/Android`) continue;
      if (entry.kind === 'dir') folders.push(at);
      else if (rows.length < MAX_FILES)
        rows.push({
          _id: String(entry.ino % 1_000_000),
          _display_name: entry.name,
          _data: at,
          _size: String(entry.size),
          mime_type: TYPES[posix.extname(entry.name).slice(1).toLowerCase()] ?? 'application/octet-stream',
          relative_path: `${folder.slice(root.length + 1)}/`,
          date_modified: String(Math.floor(entry.mtimeMs / 1000)),
        });
    }
  }
  return rows.sort((a, b) => ((a['_data'] ?? '') < (b['_data'] ?? '') ? -1 : 1));
}

function printRows(rows: readonly Row[], options: Options, context: CommandContext): Promise<number> {
  if (rows.length === 0) return print(context, 'No result found.\n');
  const columns = options.get('--projection')?.[0]?.split(':') ?? Object.keys(rows[0] ?? {});
  const unknown = columns.find((column) => !Object.hasOwn(rows[0] ?? {}, column));
  if (unknown !== undefined)
    return complain(
      context,
      `Error while accessing provider\njava.lang.IllegalArgumentException: Invalid column ${unknown}`,
    );
  const sorted = options.get('--sort')?.[0]?.split(' ');
  const by = sorted?.[0];
  const ordered = by === undefined ? rows : rows.toSorted((a, b) => ((a[by] ?? '') < (b[by] ?? '') ? -1 : 1));
  const shown = sorted?.[1]?.toUpperCase() === 'DESC' ? ordered.toReversed() : ordered;
  const line = (row: Row, at: number) =>
    `Row: ${at} ${columns.map((column) => `${column}=${row[column]}`).join(', ')}\n`;
  return print(context, shown.map(line).join(''));
}

const USAGE = `usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>]
usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--where <WHERE>]
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>]`;
