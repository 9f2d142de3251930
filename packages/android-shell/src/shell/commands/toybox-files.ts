// File commands whose behaviour or errors in the interpreter differ from toybox's.
import { posix } from 'node:path';
import { FsError } from '../../files/fs-error.ts';
import { mayShell } from '../../files/node.ts';
import { absolutePath, type Command, type CommandContext, type CommandTable, fail } from '../command.ts';

/** `chmod [-R] mode file...`: octal, or words such as `u+x,go-w`. */
const chmod: Command = async (args, context) => {
  const deep = args.some((arg) => /^-[Rf]*R/.test(arg));
  const [mode = '', ...paths] = args.filter((arg) => !/^-[Rfv]+$/.test(arg));
  if (paths.length === 0) return fail(context, 'chmod: Need 2 arguments');
  let code = 0;
  const change = async (path: string): Promise<void> => {
    const at = absolutePath(context, path);
    const before = context.files.stat(at);
    const bits = modeOf(mode, before.mode & 0o7777, before.kind === 'dir');
    if (bits === undefined) {
      code = await fail(context, `chmod: bad mode '${mode}'`);
      return;
    }
    try {
      await context.files.chmod(at, bits);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      const wanted = ((before.mode & ~0o7777) | bits).toString(8);
      code = await fail(context, `chmod: chmod '${path}' to ${wanted}: ${error.text}`);
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
      code = await fail(context, `chmod: ${path}: ${error.text}`);
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

/** `ln -s [-f] target name`: shell may not create hard links, and no links in the shared storage. */
const ln: Command = async (args, context) => {
  const flags = args.filter((arg) => /^-[sfnvT]+$/.test(arg)).join('');
  const [target, name = posix.basename(target ?? '')] = args.filter((arg) => !/^-[sfnvT]+$/.test(arg));
  if (target === undefined) return fail(context, 'ln: Need 1 argument');
  const kind = flags.includes('s') ? 'symlink' : 'hard link';
  let at = absolutePath(context, name);
  try {
    if (kind === 'hard link') throw new FsError('EACCES', at);
    if (context.files.findStat(at)?.kind === 'dir' && !flags.includes('n'))
      at = posix.join(at, posix.basename(target));
    if (flags.includes('f')) await removeIfThere(at, context);
    await context.files.symlink(target, at);
    return 0;
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    return fail(context, `ln: cannot create ${kind} from '${target}' to '${name}': ${error.text}`);
  }
};

async function removeIfThere(path: string, context: CommandContext): Promise<void> {
  try {
    await context.files.unlink(path);
  } catch (error) {
    if (!(error instanceof FsError && error.code === 'ENOENT')) throw error;
  }
}

/** `rm [-rf] path...`: links are removed, not followed. */
const rm: Command = async (args, context) => {
  const flags = args.filter((arg) => /^-[rRfiv]+$/.test(arg)).join('');
  const paths = args.filter((arg) => !/^-[rRfiv]+$/.test(arg) && arg !== '--');
  if (paths.length === 0) return flags.includes('f') ? 0 : fail(context, 'rm: Needs 1 argument');
  let code = 0;
  for (const path of paths) {
    const at = absolutePath(context, path).replace(/(.)\/$/, '$1');
    try {
      const isFolder = context.files.lstat(at).kind === 'dir';
      if (isFolder && !/[rR]/.test(flags)) code = await fail(context, `rm: ${path}: is directory`);
      else if (isFolder) await removeFolder(at, flags.includes('f'), context);
      else await context.files.unlink(at);
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      if (!(flags.includes('f') && error.code === 'ENOENT'))
        code = await fail(context, `rm: ${path}: ${error.text}`);
    }
  }
  return code;
};

/** With -f, toybox restores the owner's permissions of an unreadable folder before it removes it. */
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

export const toyboxFiles: CommandTable = { chmod, ln, rm };
