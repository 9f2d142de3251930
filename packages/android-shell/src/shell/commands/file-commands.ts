import { FsError } from '../../files/fs-error.ts';
import {
  absolutePath,
  type Command,
  type CommandContext,
  type CommandTable,
  fail,
  print,
} from '../command.ts';
import { type FileReader, openReader } from './file-reader.ts';

const BLOCK = 1024;

/** `df [-h] [path]` */
const df: Command = (args, context) => {
  const { storage } = context.files;
  const size = Math.floor(storage.capacityBytes / BLOCK);
  const free = Math.floor(storage.freeBytes / BLOCK);
  const human = args.includes('-h');
  const show = (blocks: number) => (human ? readable(blocks * BLOCK) : String(blocks));
  const row = (name: string, total: number, available: number, at: string) => {
    const used = total - available;
    const percent = `${Math.ceil((used / total) * 100)}%`;
    const cells = [
      show(total).padStart(9),
      show(used).padStart(9),
      show(available).padStart(9),
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
  const real = path === undefined ? undefined : realPath(context, path);
  if (path !== undefined && real === undefined)
    return fail(context, `df: ${path}: No such file or directory`);
  const chosen = real === undefined ? rows : rows.filter((_, at) => at === mountIndex(real));
  const head = `Filesystem            ${human ? '      Size      Used     Avail' : ' 1K-blocks      Used Available'} Use% Mounted on\n`;
  return print(context, head + chosen.join(''));
};

/** `dd if=x of=y bs=n count=n`: streams, so that large files need no memory. */
const dd: Command = async (args, context) => {
  const options = new Map(args.map((arg) => [arg.split('=')[0] ?? '', arg.slice(arg.indexOf('=') + 1)]));
  const limit =
    Number(options.get('count') ?? Number.POSITIVE_INFINITY) * bytesOf(options.get('bs') ?? '512');
  const source = options.get('if');
  const target = options.get('of');
  const writer = target === undefined ? null : await open(context, target);
  if (typeof writer === 'string') return fail(context, `dd: ${target}: ${writer}`);
  let copied = 0;
  let reader: FileReader | undefined;
  try {
    reader = await openReader(context, source ?? '-');
    for (let piece = await reader.read(); piece !== null && copied < limit; piece = await reader.read()) {
      if (context.signal.aborted) break;
      const part = piece.subarray(0, Math.min(piece.length, limit - copied));
      if (writer === null) await context.out(part);
      else await writer.write(part);
      copied += part.length;
    }
    await writer?.close();
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    return fail(context, `dd: ${reader === undefined ? `${source}: ` : ''}${error.text}`);
  } finally {
    await reader?.close();
    await writer?.abandon();
  }
  await context.err(`${copied} bytes copied\n`);
  return 0;
};

/** `cat`: streams, while the interpreter's own `cat` would hold the file in memory. */
const cat: Command = async (args, context) => {
  const operands = args.filter((arg) => arg === '-' || !arg.startsWith('-'));
  let code = 0;
  for (const path of operands.length === 0 ? ['-'] : operands) {
    let reader: FileReader | undefined;
    try {
      reader = await openReader(context, path);
      for (let piece = await reader.read(); piece !== null; piece = await reader.read()) {
        if (!(await context.out(piece)) || context.signal.aborted) return 1;
      }
    } catch (error) {
      if (!(error instanceof FsError)) throw error;
      code = await fail(context, `cat: ${path}: ${error.text}`);
    } finally {
      await reader?.close();
    }
  }
  return code;
};

/** `head [-n lines|-lines|-c bytes] [file]`: reads no more than it shows. */
const head: Command = async (args, context) => {
  const [, unit = 'n', count = '10', path = '-'] =
    /^(?:-([nc]?) ?(\d{1,9}))? ?(\S.*)?$/.exec(args.join(' ')) ?? [];
  let left = Number(count);
  const take = unit === 'c' ? takeBytes : takeLines;
  try {
    const reader = await openReader(context, path);
    try {
      for (let piece = left > 0 ? await reader.read() : null; piece !== null; ) {
        const { shown, used } = take(piece, left);
        left -= used;
        if (!(await context.out(shown)) || left <= 0) break;
        piece = await reader.read();
      }
    } finally {
      await reader.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    return fail(context, `head: ${path}: ${error.text}`);
  }
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

export const fileCommands: CommandTable = { cat, dd, df, head };

async function open(context: CommandContext, path: string) {
  try {
    return await context.files.openWrite(absolutePath(context, path), { mode: 0o644 });
  } catch (error) {
    if (error instanceof FsError) return error.text;
    throw error;
  }
}

function realPath(context: CommandContext, path: string): string | undefined {
  try {
    return context.files.realPath(absolutePath(context, path));
  } catch (error) {
    if (error instanceof FsError) return undefined;
    throw error;
  }
}

function mountIndex(path: string): number {
  if (path.startsWith('/storage')) return 2;
  return path.startsWith('/data') ? 1 : 0;
}

function bytesOf(text: string): number {
  const match = /^(\d+)([kKmMgG]?)/.exec(text);
  const factor = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[(match?.[2] ?? '').toLowerCase()] ?? 1;
  return Number(match?.[1] ?? 512) * factor;
}

function readable(bytes: number): string {
  const units = ['B', 'K', 'M', 'G', 'T'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${units[unit]}`;
}
