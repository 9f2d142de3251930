// Toybox's tools over files that the interpreter has otherwise than a phone: what they print, and how they refuse.
import { posix } from 'node:path';
import { FsError } from '../../files/fs-error.ts';
import { mayShell } from '../../files/node.ts';
import {
  absolute,
  type ByteSource,
  type Command,
  type CommandContext,
  type CommandTable,
  complain,
} from '../command.ts';
import { openReader } from './file-reader.ts';

/** `head [-n lines] [-c bytes] [file...]`: reads no more than it shows. */
const head: Command = async (args, context) => {
  let lines = 10;
  let bytes: number | undefined;
  const files: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const match = /^-(?:(n|c)?(\d+k?)|(n|c))$/.exec(arg);
    if (match === null) {
      if (arg.startsWith('-') && arg !== '-' && !/^-[qv]$/.test(arg))
        return complain(context, `head: Unknown option '${arg}'`);
      if (!/^-[qv]$/.test(arg)) files.push(arg);
      continue;
    }
    const text = match[2] ?? args[++at] ?? '';
    if (!/^\d{1,9}k?$/.test(text)) return complain(context, `head: bad number '${text}'`);
    const value = Number.parseInt(text, 10) * (text.endsWith('k') ? 1024 : 1);
    if ((match[1] ?? match[3]) === 'c') bytes = value;
    else lines = value;
  }
  let code = 0;
  for (const [at, path] of (files.length === 0 ? ['-'] : files).entries()) {
    try {
      const source = await openReader(context, path);
      try {
        if (files.length > 1) await context.out(`${at === 0 ? '' : '\n'}==> ${path} <==\n`);
        await (bytes === undefined ? firstLines(source, lines, context) : firstBytes(source, bytes, context));
      } finally {
        await source.close();
      }
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      code = await complain(context, `head: ${path}: ${error.text}`);
    }
  }
  return code;
};

async function firstBytes(source: ByteSource, most: number, context: CommandContext): Promise<void> {
  for (let left = most; left > 0 && !context.signal.aborted; ) {
    const piece = await source.read();
    if (piece === null || !(await context.out(piece.subarray(0, left)))) return;
    left -= piece.length;
  }
}

async function firstLines(source: ByteSource, most: number, context: CommandContext): Promise<void> {
  for (let left = most; left > 0 && !context.signal.aborted; ) {
    const piece = await source.read();
    if (piece === null) return;
    let end = 0;
    while (left > 0 && end < piece.length) {
      const next = piece.indexOf(10, end);
      if (next === -1) end = piece.length;
      else {
        end = next + 1;
        left -= 1;
      }
    }
    if (!(await context.out(piece.subarray(0, end)))) return;
  }
}

/** `chmod [-R] mode file...`: octal, or words such as `u+x,go-w`. */
const chmod: Command = async (args, context) => {
  const deep = args.some((arg) => /^-[Rf]*R/.test(arg));
  const [mode = '', ...paths] = args.filter((arg) => !/^-[Rfv]+$/.test(arg));
  if (paths.length === 0) return complain(context, 'chmod: Need 2 arguments');
  let code = 0;
  const change = async (path: string): Promise<void> => {
    const at = absolute(context, path);
    const before = context.files.stat(at);
    const bits = modeOf(mode, before.mode & 0o7777, before.kind === 'dir');
    if (bits === undefined) {
      code = await complain(context, `chmod: bad mode '${mode}'`);
      return;
    }
    try {
      await context.files.chmod(at, bits);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      const wanted = ((before.mode & ~0o7777) | bits).toString(8);
      code = await complain(context, `chmod: chmod '${path}' to ${wanted}: ${error.text}`);
    }
    if (deep && before.kind === 'dir')
      for (const { name, kind } of context.files.list(at))
        if (kind !== 'link') await change(posix.join(path, name));
  };
  for (const path of paths) {
    try {
      await change(path);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      code = await complain(context, `chmod: ${path}: ${error.text}`);
    }
  }
  return code;
};

function modeOf(text: string, before: number, isFolder: boolean): number | undefined {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8);
  let bits = before;
  for (const word of text.split(',')) {
    const match = /^([ugoa]*)([+=-])([rwxX]*)$/.exec(word);
    if (match === null) return undefined;
    const [, who = '', sign = '', what = ''] = match;
    const executes = what.includes('x') || (what.includes('X') && (isFolder || (before & 0o111) !== 0));
    const one = (what.includes('r') ? 4 : 0) | (what.includes('w') ? 2 : 0) | (executes ? 1 : 0);
    const owners = who === '' || who.includes('a') ? 'ugo' : who;
    const shifts = [...owners].map((owner) => ({ u: 6, g: 3 })[owner] ?? 0);
    const added = shifts.reduce((sum, shift) => sum | (one << shift), 0);
    const all = shifts.reduce((sum, shift) => sum | (7 << shift), 0);
    bits = sign === '+' ? bits | added : sign === '-' ? bits & ~added : (bits & ~all) | added;
  }
  return bits;
}

/** `du [-shkmac] [-d depth] [path...]`: what files take of the disk. */
const du: Command = async (args, context) => {
  const paths: string[] = [];
  let flags = '';
  let depth = Number.POSITIVE_INFINITY;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-d') depth = Number(args[++at]);
    else if (/^-[shkmacxHL]+$/.test(arg)) flags += arg.slice(1);
    else if (arg.startsWith('-')) return complain(context, `du: Unknown option '${arg}'`);
    else paths.push(arg);
  }
  if (flags.includes('s')) depth = 0;
  let code = 0;
  const show = (path: string, bytes: number) => context.out(`${sizeText(bytes, flags)}\t${path}\n`);
  const walk = async (path: string, level: number): Promise<number> => {
    const at = absolute(context, path);
    // A link that is named with a slash at its end is followed.
    const own = path.endsWith('/') ? context.files.stat(at) : context.files.lstat(at);
    let bytes = own.kind === 'dir' ? BLOCK : Math.ceil(own.size / BLOCK) * BLOCK;
    if (own.kind === 'dir' && !context.signal.aborted) {
      try {
        for (const { name } of context.files.list(at)) bytes += await walk(posix.join(path, name), level + 1);
      } catch (error) {
        if (!(error instanceof FsError)) throw error;
        code = await complain(context, `du: ${path}: ${error.text}`);
      }
    }
    if (level <= depth && (level === 0 || own.kind === 'dir' || flags.includes('a'))) await show(path, bytes);
    return bytes;
  };
  let total = 0;
  for (const path of paths.length === 0 ? ['.'] : paths) {
    try {
      total += await walk(path, 0);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      code = await complain(context, `du: ${path}: ${error.text}`);
    }
  }
  if (flags.includes('c')) await show('total', total);
  return code;
};

const BLOCK = 4096;

function sizeText(bytes: number, flags: string): string {
  if (flags.includes('m')) return String(Math.ceil(bytes / 1024 ** 2));
  if (!flags.includes('h')) return String(bytes / 1024);
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < 4) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)}${['', 'K', 'M', 'G', 'T'][unit]}`;
}

/** `ln -s [-f] target name`: no other link is allowed to shell, and none at all in the shared storage. */
const ln: Command = async (args, context) => {
  const flags = args.filter((arg) => /^-[sfnvT]+$/.test(arg)).join('');
  const [target, name = posix.basename(target ?? '')] = args.filter((arg) => !/^-[sfnvT]+$/.test(arg));
  if (target === undefined) return complain(context, 'ln: Need 1 argument');
  const kind = flags.includes('s') ? 'symlink' : 'hard link';
  let at = absolute(context, name);
  try {
    if (kind === 'hard link') throw new FsError('EACCES', at);
    if (isFolder(at, context) && !flags.includes('n')) at = posix.join(at, posix.basename(target));
    if (flags.includes('f')) await removeIfThere(at, context);
    await context.files.symlink(target, at);
    return 0;
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    return complain(context, `ln: cannot create ${kind} from '${target}' to '${name}': ${error.text}`);
  }
};

function isFolder(path: string, context: CommandContext): boolean {
  try {
    return context.files.stat(path).kind === 'dir';
  } catch (error) {
    if (error instanceof FsError) return false;
    throw error;
  }
}

async function removeIfThere(path: string, context: CommandContext): Promise<void> {
  try {
    await context.files.unlink(path);
  } catch (error) {
    if (!(error instanceof FsError && error.code === 'ENOENT')) throw error;
  }
}

/** `rm [-rf] path...`: a link is removed itself, wherever it leads. */
const rm: Command = async (args, context) => {
  const flags = args.filter((arg) => /^-[rRfiv]+$/.test(arg)).join('');
  const paths = args.filter((arg) => !/^-[rRfiv]+$/.test(arg) && arg !== '--');
  if (paths.length === 0) return flags.includes('f') ? 0 : complain(context, 'rm: Needs 1 argument');
  let code = 0;
  for (const path of paths) {
    const at = absolute(context, path).replace(/(.)\/$/, '$1');
    try {
      const isFolder = context.files.lstat(at).kind === 'dir';
      if (isFolder && !/[rR]/.test(flags)) code = await complain(context, `rm: ${path}: is directory`);
      else if (isFolder) await removeFolder(at, flags.includes('f'), context);
      else await context.files.unlink(at);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      if (!(flags.includes('f') && error.code === 'ENOENT'))
        code = await complain(context, `rm: ${path}: ${error.text}`);
    }
  }
  return code;
};

/** As toybox: with -f, a folder that may not be read is given its owner's rights back first. */
async function removeFolder(path: string, isForced: boolean, context: CommandContext): Promise<void> {
  const { files } = context;
  const stat = files.lstat(path);
  if (isForced && !mayShell(stat, 4)) await files.chmod(path, 0o700);
  for (const { name, kind } of files.list(path)) {
    const below = posix.join(path, name);
    await (kind === 'dir' ? removeFolder(below, isForced, context) : files.unlink(below));
  }
  await files.rmdir(path);
}

export const toyboxFiles: CommandTable = { chmod, du, head, ln, rm };
