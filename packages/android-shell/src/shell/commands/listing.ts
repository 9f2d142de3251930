import { posix } from 'node:path';
import type { NamedStat } from '../../files/host-nodes.ts';
import type { FileStat } from '../../files/node.ts';
import {
  absolutePath,
  type Command,
  type CommandContext,
  type CommandTable,
  forEachPath,
} from '../command.ts';

/** `ls [-1adlRA] [path...]` in toybox's format. */
const ls: Command = async (args, context) => {
  const flags = args.filter((arg) => /^-./.test(arg)).join('');
  const operands = args.filter((arg) => !/^-./.test(arg));
  const titled = operands.length > 1 || flags.includes('R');
  return forEachPath(
    operands.length === 0 ? ['.'] : operands,
    context,
    (path, { text }) => `ls: ${path}: ${text}`,
    (path, index) => listPath(path, { flags, titled, first: index === 0 }, context),
  );
};

/** `stat [-c format] path...`. */
const stat: Command = async (args, context) => {
  const at = args.indexOf('-c');
  const format = at === -1 ? undefined : (args[at + 1] ?? '');
  const paths = args.filter((arg, index) => !/^-/.test(arg) && (at === -1 || index !== at + 1));
  return forEachPath(
    paths,
    context,
    (path, { text }) => `stat: '${path}': ${text}`,
    async (path) => {
      const one = context.files.lstat(absolutePath(context, path));
      await context.out(format === undefined ? describe(path, one) : `${expand(format, path, one)}\n`);
    },
  );
};

export const listingCommands: CommandTable = { ls, stat };

interface Listing {
  readonly flags: string;
  readonly titled: boolean;
  readonly first: boolean;
}

async function listPath(
  path: string,
  { flags, titled, first }: Listing,
  context: CommandContext,
): Promise<void> {
  const full = absolutePath(context, path);
  const long = flags.includes('l');
  // A link to a folder is followed, unless -l is given and the path has no slash at its end.
  const own = long && !path.endsWith('/') ? context.files.lstat(full) : context.files.stat(full);
  if (own.kind !== 'dir' || flags.includes('d')) {
    await context.out(rows([{ ...own, name: path }], posix.dirname(full), long, context));
    return;
  }
  const entries = context.files
    .list(full)
    .filter(({ name }) => flags.includes('a') || flags.includes('A') || !name.startsWith('.'));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const dots = flags.includes('a')
    ? [
        { ...own, name: '.' },
        { ...own, name: '..' },
      ]
    : [];
  const title = titled ? `${first ? '' : '\n'}${path}:\n` : '';
  const blocks = entries.reduce((sum, entry) => sum + Math.ceil(entry.size / 1024), 0);
  await context.out(
    `${title}${long ? `total ${blocks}\n` : ''}${rows([...dots, ...entries], full, long, context)}`,
  );
  if (!flags.includes('R')) return;
  for (const entry of entries) {
    if (entry.kind === 'dir' && !context.signal.aborted) {
      await listPath(posix.join(path, entry.name), { flags, titled: true, first: false }, context);
    }
  }
}

function rows(entries: readonly NamedStat[], folder: string, long: boolean, context: CommandContext): string {
  if (!long) return entries.map(({ name }) => `${name}\n`).join('');
  const width = Math.max(...entries.map(({ size }) => String(size).length), 1);
  return entries
    .map((entry) => {
      const target =
        entry.kind === 'link'
          ? ` -> ${context.files.readlink(posix.join(folder, posix.basename(entry.name)))}`
          : '';
      const owners = `${ownerName(entry.uid).padEnd(6)} ${ownerName(entry.gid).padEnd(8)}`;
      return `${modeText(entry)} ${entry.nlink} ${owners} ${String(entry.size).padStart(width)} ${isoMinutes(entry.mtimeMs)} ${entry.name}${target}\n`;
    })
    .join('');
}

function describe(path: string, one: FileStat): string {
  const kind = { dir: 'directory', file: 'regular file', link: 'symbolic link' }[one.kind];
  return (
    `  File: ${path}\n  Size: ${one.size}\t Blocks: ${Math.ceil(one.size / 512)}\t IO Blocks: 512\t${kind}\n` +
    `Access: (${(one.mode & 0o7777).toString(8).padStart(4, '0')}/${modeText(one)})\tUid: (${one.uid}/${ownerName(one.uid)})\tGid: (${one.gid}/${ownerName(one.gid)})\n` +
    `Modify: ${new Date(one.mtimeMs).toISOString().replace('T', ' ').replace('Z', '')}000000 +0000\n`
  );
}

function expand(format: string, path: string, one: FileStat): string {
  const fields: Record<string, string> = {
    n: path,
    s: String(one.size),
    a: (one.mode & 0o7777).toString(8),
    A: modeText(one),
    F: { dir: 'directory', file: 'regular file', link: 'symbolic link' }[one.kind],
    f: one.mode.toString(16),
    u: String(one.uid),
    U: ownerName(one.uid),
    g: String(one.gid),
    G: ownerName(one.gid),
    Y: String(Math.floor(one.mtimeMs / 1000)),
    y: new Date(one.mtimeMs).toISOString(),
    i: String(one.ino),
    h: String(one.nlink),
  };
  return format.replace(/%(.)/g, (whole, key: string) => fields[key] ?? whole);
}

function modeText(one: FileStat): string {
  const letters = 'rwxrwxrwx';
  const bits = [...letters].map((letter, at) => (((one.mode >> (8 - at)) & 1) === 1 ? letter : '-'));
  if ((one.mode & 0o2000) !== 0) bits[5] = bits[5] === 'x' ? 's' : 'S';
  return `${{ dir: 'd', file: '-', link: 'l' }[one.kind]}${bits.join('')}`;
}

const OWNERS: Readonly<Record<number, string>> = {
  0: 'root',
  1000: 'system',
  1015: 'sdcard_rw',
  1023: 'media_rw',
  1028: 'sdcard_r',
  2000: 'shell',
};

function ownerName(id: number): string {
  return OWNERS[id] ?? String(id);
}

function isoMinutes(atMs: number): string {
  return new Date(atMs).toISOString().replace('T', ' ').slice(0, 16);
}
