import { FsError } from '../../files/fs-error.ts';
import { aborted, absolute, type Command, type CommandContext, complain, print } from '../command.ts';
import type { LogBuffer, LogLine } from '../log-buffer.ts';
import { findMatches } from './limited-match.ts';
import { formatLogLine } from './log-format.ts';
import { type LogcatOptions, logSince, parseLogcat } from './logcat-options.ts';

const ORDER = 'VDIWEFS';

/** `logcat [-d] [-c] [-g] [-b buffer] [-t n|time] [-T n|time] [-m n] [-v format] [-f file] [-s] [tag:priority]...` */
export const logcat: Command = async (args, context) => {
  const options = parseLogcat(args);
  if (typeof options === 'string')
    return options.startsWith('Usage') ? print(context, options) : complain(context, options);
  const { log } = context.world;
  if (options.clear) {
    log.clear();
    return 0;
  }
  if (options.resizeKib !== undefined) {
    log.sizeKib = options.resizeKib;
    return 0;
  }
  if (options.does === 'sizes')
    return print(context, options.buffers.map((one) => sizeLine(one, log)).join(''));
  if (options.does === 'statistics') return print(context, statistics(log.lines().length, log.bytes()));
  if (options.does === 'prune') return print(context, '\n');
  if (options.file === undefined) return show(options, context);
  const pieces: Buffer[] = [];
  const out = async (data: string | Uint8Array) => {
    pieces.push(Buffer.from(data));
    return true;
  };
  const code = await show({ ...options, dump: true }, { ...context, out });
  try {
    await context.files.writeFile(absolute(context, options.file), Buffer.concat(pieces));
    return code;
  } catch (error) {
    if (error instanceof FsError)
      return complain(context, `logcat: couldn't open output file ${options.file}: ${error.text}`);
    throw error;
  }
};

/** `log [-p priority] [-t tag] message...`: a line of one's own. */
export const log: Command = (args, context) => {
  let priority = 'I';
  let tag = 'log';
  let at = 0;
  for (; args[at]?.startsWith('-') === true; at += 2) {
    if (args[at] === '-p') priority = (args[at + 1] ?? '').slice(0, 1).toUpperCase();
    else if (args[at] === '-t') tag = args[at + 1] ?? '';
    else break;
  }
  if (!isPriority(priority) || args.length <= at)
    return complain(context, 'usage: log [-p PRI] [-t TAG] MESSAGE...');
  context.world.log.add(priority, tag, args.slice(at).join(' '), SHELL_PID);
  return 0;
};

const SHELL_PID = 8000;

function isPriority(text: string): text is LogLine['priority'] {
  return /^[VDIWEF]$/.test(text);
}

async function show(options: LogcatOptions, context: CommandContext): Promise<number> {
  const { log, now, uptimeMs } = context.world;
  const bootAtMs = now() - uptimeMs();
  const isMain = options.buffers.includes('main');
  let left = options.most ?? Number.POSITIVE_INFINITY;
  const passing = passingOf(isMain ? log.lines() : [], options);
  if (passing === undefined) return complain(context, TOO_LONG);
  const recent = logSince(passing, options.since).slice(0, left);
  left -= recent.length;
  if (recent.length > 0) {
    const text = recent.map((line) => formatLogLine(line, options.format, bootAtMs)).join('');
    await print(context, `--------- beginning of main\n${text}`);
  }
  if (options.dump || left === 0) return 0;
  // A reader that is slow misses lines rather than holding them in memory.
  let writing = false;
  const ended = Promise.withResolvers<number>();
  const stop = log.follow((line) => {
    if (writing || !isMain || left <= 0) return;
    const shown = passingOf([line], options);
    if (shown === undefined) return ended.resolve(complain(context, TOO_LONG));
    if (shown.length === 0) return;
    writing = true;
    left -= 1;
    void context.out(formatLogLine(line, options.format, bootAtMs)).then(() => {
      writing = false;
      if (left === 0) ended.resolve(0);
    });
  });
  const code = await Promise.race([aborted(context).then(() => 130), ended.promise]);
  stop();
  return code;
}

const TOO_LONG = 'logcat: the regular expression takes too long';

/** Undefined where the expression takes too long. */
function passingOf(lines: readonly LogLine[], options: LogcatOptions): readonly LogLine[] | undefined {
  const asked = lines.filter((line) => {
    if (options.pid !== undefined && line.pid !== options.pid) return false;
    const least = options.filters.get(line.tag) ?? options.filters.get('*') ?? 'V';
    return ORDER.indexOf(line.priority) >= ORDER.indexOf(least);
  });
  if (options.regex === undefined) return asked;
  const found = findMatches(
    options.regex,
    asked.map(({ message }) => message),
  );
  return found === undefined ? undefined : asked.filter((_line, at) => found[at]);
}

function sizeLine(buffer: string, { sizeKib, bytes }: LogBuffer): string {
  const size = sizeKib % 1024 === 0 ? `${sizeKib / 1024} MiB` : `${sizeKib} KiB`;
  const used = buffer === 'main' ? `${Math.ceil(bytes() / 1024)} KiB` : '0 B';
  return `${buffer}: ring buffer is ${size} (${used} consumed, ${size} readable), max entry is 5120 B, max payload is 4068 B\n`;
}

function statistics(lines: number, bytes: number): string {
  return `size/num main               Total\nTotal    ${bytes}/${lines}     ${bytes}/${lines}\nNow      ${bytes}/${lines}     ${bytes}/${lines}\n`;
}
