import {
  absolutePath,
  type Command,
  type CommandContext,
  type CommandTable,
  forEachPath,
  print,
} from '../command.ts';
import { openReader } from './file-reader.ts';

const BLOCK = 1024;

/** `df [path]` */
const df: Command = (args, context) => {
  const { storage } = context.files;
  const size = Math.floor(storage.capacityBytes / BLOCK);
  const free = Math.floor(storage.freeBytes / BLOCK);
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
      const real = context.files.realPath(absolutePath(context, path));
      await context.out(`${head}${rows[mountIndex(real)]}`);
    },
  );
};

/** `cat`: streams, while the interpreter's own `cat` would hold the file in memory. */
const cat: Command = async (args, context) => {
  const operands = args.filter((arg) => arg === '-' || !arg.startsWith('-'));
  return forEachPath(
    operands.length === 0 ? ['-'] : operands,
    context,
    (path, { text }) => `cat: ${path}: ${text}`,
    (path) =>
      readPieces(path, context, async (piece) => context.signal.aborted || !(await context.out(piece))),
  );
};

/** Reads a file until the action returns true. */
async function readPieces(
  path: string,
  context: CommandContext,
  action: (piece: Buffer) => Promise<boolean>,
): Promise<void> {
  const reader = await openReader(context, path);
  try {
    for (let piece = await reader.read(); piece !== null; piece = await reader.read())
      if (await action(piece)) return;
  } finally {
    await reader.close();
  }
}

/** `head [-n lines|-lines|-c bytes] [file]`: reads no more than it shows. */
const head: Command = async (args, context) => {
  const [, unit = 'n', count = '10', path = '-'] =
    /^(?:-([nc]?) ?(\d{1,9}))? ?(\S.*)?$/.exec(args.join(' ')) ?? [];
  let left = Number(count);
  const take = unit === 'c' ? takeBytes : takeLines;
  return forEachPath(
    left > 0 ? [path] : [],
    context,
    (_path, { text }) => `head: ${path}: ${text}`,
    () =>
      readPieces(path, context, async (piece) => {
        const { shown, used } = take(piece, left);
        left -= used;
        return !(await context.out(shown)) || left <= 0;
      }),
  );
};

function takeBytes(piece: Buffer, most: number): { shown: Buffer; used: number } {
  const shown = piece.subarray(0, most);
  return { shown, used: shown.length };
}

function takeLines(piece: Buffer, most: number): { shown: Buffer; used: number } {
  let end = 0;
  let used = 0;
  for (; used < most && end < piece.length; used++) {
    const next = piece.indexOf('\n', end);
    if (next === -1) return { shown: piece, used };
    end = next + 1;
  }
  return { shown: piece.subarray(0, end), used };
}

export const fileCommands: CommandTable = { cat, df, head };

function mountIndex(path: string): number {
  if (path.startsWith('/storage')) return 2;
  return path.startsWith('/data') ? 1 : 0;
}
