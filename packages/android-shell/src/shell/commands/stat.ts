import type { FileStat } from '../../files/node.ts';
import { absolutePath, type Command, forEachPath } from '../command.ts';

const DEFAULT_FORMAT = '  File: %n\n  Size: %s\t %F\nAccess: (%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nModify: %y';

/** `stat [-c format] path...`: the interpreter's own `stat` knows neither users nor groups. */
export const stat: Command = async (args, context) => {
  const at = args.indexOf('-c');
  const format = at === -1 ? DEFAULT_FORMAT : (args[at + 1] ?? '');
  return forEachPath(
    args.filter((arg, index) => !/^-/.test(arg) && (at === -1 || index !== at + 1)),
    context,
    (path, { text }) => `stat: '${path}': ${text}`,
    (path) =>
      context.out(`${expand(format, path, context.world.files.lstat(absolutePath(context, path)))}\n`),
  );
};

function expand(format: string, path: string, one: FileStat): string {
  const fields: Record<string, string> = {
    n: path,
    s: String(one.size),
    a: (one.mode & 0o7777).toString(8),
    A: modeText(one),
    F: { dir: 'directory', file: 'regular file', link: 'symbolic link' }[one.kind],
    u: String(one.uid),
    U: ownerName(one.uid),
    g: String(one.gid),
    G: ownerName(one.gid),
    Y: String(Math.floor(one.mtimeMs / 1000)),
    y: new Date(one.mtimeMs).toISOString(),
    i: String(one.ino),
  };
  return format.replace(/%(.)/g, (whole, key: string) => fields[key] ?? whole);
}

function modeText({ kind, mode }: FileStat): string {
  const bits = [...'rwxrwxrwx'].map((letter, at) => (((mode >> (8 - at)) & 1) === 1 ? letter : '-'));
  return `${{ dir: 'd', file: '-', link: 'l' }[kind]}${bits.join('')}`;
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
