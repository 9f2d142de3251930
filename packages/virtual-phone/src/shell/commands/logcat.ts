import { aborted, type Command, complain, print } from '../command.ts';
import type { LogLine, LogPriority } from '../log-buffer.ts';

const ORDER = 'VDIWEFS';
const BUFFERS = ['main', 'system', 'crash', 'kernel', 'radio', 'events', 'security', 'stats'];
const NAMED_BUFFERS: Readonly<Record<string, readonly string[]>> = {
  all: BUFFERS,
  default: ['main', 'system', 'crash', 'kernel'],
};

interface Options {
  readonly dump: boolean;
  readonly clear: boolean;
  readonly sizes: boolean;
  /** Of logd's buffers this phone writes to `main` only. */
  readonly buffers: readonly string[];
  readonly tail: number | undefined;
  readonly format: string;
  readonly pid: number | undefined;
  readonly regex: RegExp | undefined;
  readonly filters: ReadonlyMap<string, string>;
}

/** `logcat [-d] [-c] [-g] [-b buffer] [-t n] [-T n] [-v format] [-s] [tag:priority]...` */
export const logcat: Command = async (args, context) => {
  const options = parse(args);
  if (typeof options === 'string') return complain(context, options);
  const { log } = context.world;
  if (options.clear) {
    log.clear();
    return 0;
  }
  if (options.sizes) return print(context, options.buffers.map(sizeLine).join(''));
  const isMain = options.buffers.includes('main');
  const wanted = (isMain ? log.lines() : []).filter((line) => passes(line, options));
  const shown = options.tail === undefined ? wanted : wanted.slice(-options.tail);
  if (shown.length > 0) {
    const text = shown.map((line) => format(line, options.format)).join('');
    await print(context, `--------- beginning of main\n${text}`);
  }
  if (options.dump) return 0;
  // A reader that is slow misses lines rather than holding them in memory.
  let writing = false;
  const stop = log.follow((line) => {
    if (writing || !isMain || !passes(line, options)) return;
    writing = true;
    void context.out(format(line, options.format)).then(() => {
      writing = false;
    });
  });
  await aborted(context);
  stop();
  return 130;
};

function sizeLine(buffer: string): string {
  return `${buffer}: ring buffer is 256 KiB (0 B consumed, 256 KiB readable), max entry is 5120 B, max payload is 4068 B\n`;
}

function parse(args: readonly string[]): Options | string {
  const filters = new Map<string, string>();
  const options = { dump: false, clear: false, sizes: false, format: 'threadtime', filters };
  const buffers: string[] = [];
  let tail: number | undefined;
  let pid: number | undefined;
  let regex: RegExp | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const value = () => args[++at] ?? '';
    if (arg === '-d') options.dump = true;
    else if (arg === '-c' || arg === '--clear') options.clear = true;
    else if (arg === '-t') {
      options.dump = true;
      tail = Number(value()) || 0;
    } else if (arg === '-T') tail = Number(value()) || 0;
    else if (arg === '-v') options.format = value();
    else if (arg === '-s') filters.set('*', 'S');
    else if (arg === '-g') options.sizes = true;
    else if (arg === '-b' || arg === '--buffer') {
      for (const name of value().split(',')) {
        const named = NAMED_BUFFERS[name] ?? [name];
        if (named.some((one) => !BUFFERS.includes(one))) return `logcat: Unknown buffer '${name}'`;
        buffers.push(...named);
      }
    } else if (arg === '-m') value();
    else if (arg.startsWith('--pid=')) pid = Number(arg.slice('--pid='.length));
    else if (arg.startsWith('-') && arg !== '-e') return `logcat: Unknown option '${arg}'`;
    else if (arg === '-e') {
      try {
        regex = new RegExp(value());
      } catch {
        return 'logcat: bad regular expression';
      }
    } else {
      const [tag = '', priority = 'V'] = arg.split(':');
      filters.set(tag, priority.toUpperCase());
    }
  }
  return {
    ...options,
    buffers: buffers.length > 0 ? buffers : (NAMED_BUFFERS['default'] ?? []),
    tail,
    pid,
    regex,
  };
}

function passes(line: LogLine, options: Options): boolean {
  if (options.pid !== undefined && line.pid !== options.pid) return false;
  if (options.regex !== undefined && !options.regex.test(line.message)) return false;
  const least = options.filters.get(line.tag) ?? options.filters.get('*') ?? 'V';
  return ORDER.indexOf(line.priority) >= ORDER.indexOf(least as LogPriority);
}

function format(line: LogLine, style: string): string {
  const time = new Date(line.atMs).toISOString().replace('T', ' ').slice(5, 23);
  const pid = String(line.pid).padStart(5);
  switch (style) {
    case 'brief':
      return `${line.priority}/${line.tag}(${pid}): ${line.message}\n`;
    case 'raw':
      return `${line.message}\n`;
    case 'tag':
      return `${line.priority}/${line.tag}: ${line.message}\n`;
    case 'time':
      return `${time} ${line.priority}/${line.tag}(${pid}): ${line.message}\n`;
    default:
      return `${time} ${pid} ${pid} ${line.priority} ${line.tag.padEnd(8)}: ${line.message}\n`;
  }
}
