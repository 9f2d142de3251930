// `cat` and `rm` are here because the interpreter's own change bytes and find no broken links.
import { FsError } from '../../files/fs-error.ts';
import {
  absolutePath,
  type Command,
  type CommandTable,
  fail,
  forEachPath,
  print,
  readPieces,
} from '../command.ts';

const BLOCK = 1024;

/** `df [path]` */
const df: Command = async (args, context) => {
  const { storage } = context.world.files;
  const size = Math.floor(storage.capacityBytes / BLOCK);
  const free = Math.floor((await storage.freeBytes()) / BLOCK);
  const row = (name: string, total: number, available: number, at: string) => {
    const used = total - available;
    const percent = `${Math.ceil((used / total) * 100)}%`;
    const cells = [
      ...[total, used, available].map((blocks) => String(blocks).padStart(9)),
      percent.padStart(4),
    ];
    return `${name.padEnd(22)} ${cells.join(' ')} ${at}\n`;
  };
  const rows = [
    row('/dev/block/dm-8', 3_145_728, 0, '/'),
    row('/dev/block/dm-52', size, free, '/data'),
    row('/dev/fuse', size, free, '/storage/emulated'),
  ];
  const path = args.find((arg) => !arg.startsWith('-'));
  const head = 'Filesystem             1K-blocks      Used Available Use% Mounted on\n';
  if (path === undefined) return print(context, head + rows.join(''));
  return forEachPath(
    [path],
    context,
    (_path, { text }) => `df: ${path}: ${text}`,
    async () => {
      const real = context.world.files.realPath(absolutePath(context, path));
      await context.out(`${head}${rows[mountIndex(real)]}`);
    },
  );
};

const cat: Command = (args, context) => {
  const operands = args.filter((arg) => arg === '-' || !arg.startsWith('-'));
  return forEachPath(
    operands.length === 0 ? ['-'] : operands,
    context,
    (path, { text }) => `cat: ${path}: ${text}`,
    async (path) => {
      for await (const piece of readPieces(path, context))
        if (context.signal.aborted || !(await context.out(piece))) return;
    },
  );
};

/** `rm [-rf] path...`: links are removed, not followed. */
const rm: Command = (args, context) => {
  const flags = args.filter((arg) => /^-[rRfiv]+$/.test(arg)).join('');
  const paths = args.filter((arg) => !/^-[rRfiv]+$/.test(arg) && arg !== '--');
  const isForced = flags.includes('f');
  if (paths.length === 0) return isForced ? 0 : fail(context, 'rm: Needs 1 argument');
  return forEachPath(
    paths,
    context,
    (path, { text }) => `rm: ${path}: ${text}`,
    async (path) => {
      const full = absolutePath(context, path).replace(/(.)\/$/, '$1');
      try {
        await (/r/i.test(flags)
          ? context.world.files.removeAll(full, isForced)
          : context.world.files.unlink(full));
      } catch (error) {
        if (!(isForced && error instanceof FsError && error.code === 'ENOENT')) throw error;
      }
    },
  );
};

export const fileCommands: CommandTable = { cat, df, rm };

function mountIndex(path: string): number {
  if (path.startsWith('/storage')) return 2;
  return path.startsWith('/data') ? 1 : 0;
}
