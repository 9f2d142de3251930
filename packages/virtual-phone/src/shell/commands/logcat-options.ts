import type { LogLine } from '../log-buffer.ts';
import { DEFAULT_LOG_FORMAT, type LogFormat, parseLogFormat } from './log-format.ts';

const BUFFERS = ['main', 'system', 'crash', 'kernel', 'radio', 'events', 'security', 'stats'];
const NAMED_BUFFERS: Readonly<Record<string, readonly string[]>> = {
  all: BUFFERS,
  default: ['main', 'system', 'crash', 'kernel'],
};

export interface LogcatOptions {
  readonly dump: boolean;
  readonly clear: boolean;
  readonly does: 'show' | 'sizes' | 'statistics' | 'prune';
  /** Of logd's buffers this phone writes to `main` only. */
  readonly buffers: readonly string[];
  /** As many of the newest lines, or those from a time on. */
  readonly since: number | string | undefined;
  /** `-G`. */
  readonly resizeKib: number | undefined;
  readonly most: number | undefined;
  readonly format: LogFormat;
  readonly pid: number | undefined;
  readonly regex: RegExp | undefined;
  readonly filters: ReadonlyMap<string, string>;
  readonly file: string | undefined;
}

const LONG: Readonly<Record<string, string>> = {
  '--buffer': '-b',
  '--buffer-size': '-g',
  '--clear': '-c',
  '--dividers': '-D',
  '--file': '-f',
  '--format': '-v',
  '--help': '-h',
  '--last': '-L',
  '--max-count': '-m',
  '--print': '-P_',
  '--prune': '-p',
  '--regex': '-e',
  '--statistics': '-S',
};

/** The options, or why logcat doesn't take them, or how it is used. */
export function parseLogcat(args: readonly string[]): LogcatOptions | string {
  const filters = new Map<string, string>();
  const buffers: string[] = [];
  const found: { -readonly [Key in keyof LogcatOptions]: LogcatOptions[Key] } = {
    dump: false,
    clear: false,
    does: 'show',
    buffers: NAMED_BUFFERS['default'] ?? [],
    since: undefined,
    resizeKib: undefined,
    most: undefined,
    format: DEFAULT_LOG_FORMAT,
    pid: undefined,
    regex: undefined,
    filters,
    file: undefined,
  };
  const words = args.flatMap((arg) => {
    const [name = '', ...rest] = arg.split('=');
    const short = Object.hasOwn(LONG, name) ? LONG[name] : undefined;
    if (short === undefined) return [arg];
    return rest.length === 0 ? [short] : [short, rest.join('=')];
  });
  for (let at = 0; at < words.length; at++) {
    const arg = words[at] ?? '';
    const value = () => words[++at] ?? '';
    switch (arg) {
      case '-d':
        found.dump = true;
        break;
      case '-c':
        found.clear = true;
        break;
      case '-t':
      case '-T': {
        if (arg === '-t') found.dump = true;
        const text = value();
        if (/^\d+$/.test(text)) found.since = Number(text);
        else if (/^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/.test(text)) found.since = text;
        else return `logcat: ${arg} "${text}" not in time format`;
        break;
      }
      case '-m': {
        const most = Number(value());
        if (!Number.isInteger(most) || most <= 0) return 'logcat: -m needs a number';
        found.most = most;
        break;
      }
      case '-v': {
        const text = value();
        const format = parseLogFormat(text, found.format);
        if (format === undefined) return `logcat: Invalid parameter "${text}" to -v`;
        found.format = format;
        break;
      }
      case '-s':
        filters.set('*', 'S');
        break;
      case '-g':
        found.does = 'sizes';
        break;
      case '-S':
        found.does = 'statistics';
        break;
      case '-p':
        found.does = 'prune';
        break;
      case '-G':
        found.resizeKib = kibOf(value());
        if (found.resizeKib === undefined) return 'logcat: -G needs a size from 64K to 256M';
        break;
      case '-P':
        value();
        return 'logcat: failed to set the prune list: Operation not permitted';
      case '-h':
        return USAGE;
      case '-f':
        found.file = value();
        break;
      case '-r':
      case '-n':
        value();
        break;
      case '-D':
      case '-P_':
        break;
      // What the boot before left: this phone keeps nothing of it.
      case '-L':
        return 'logcat: Logcat read failure: No such file or directory';
      case '-b':
        for (const name of value().split(',')) {
          const named = (Object.hasOwn(NAMED_BUFFERS, name) ? NAMED_BUFFERS[name] : undefined) ?? [name];
          if (named.some((one) => !BUFFERS.includes(one))) return `logcat: Unknown buffer '${name}'`;
          buffers.push(...named);
        }
        break;
      case '-e':
        try {
          found.regex = new RegExp(value());
        } catch {
          return 'logcat: bad regular expression';
        }
        break;
      default:
        if (arg.startsWith('--pid=')) found.pid = Number(arg.slice('--pid='.length));
        else if (arg.startsWith('-')) return `logcat: Unknown option '${arg}'`;
        else {
          const [tag = '', priority = 'V'] = arg.split(':');
          filters.set(tag, priority.toUpperCase());
        }
    }
  }
  return buffers.length > 0 ? { ...found, buffers } : found;
}

/** logd takes 64 KiB to 256 MiB. */
function kibOf(text: string): number | undefined {
  const match = /^(\d{1,9})([KM]?)$/.exec(text);
  if (match === null) return undefined;
  const kib = { K: 1, M: 1024 }[match[2] ?? ''] ?? 1 / 1024;
  const size = Number(match[1]) * kib;
  return size >= 64 && size <= 256 * 1024 ? size : undefined;
}

/** The newest lines, or those from a time on; a time without a year is of the line's own. */
export function logSince(lines: readonly LogLine[], since: number | string | undefined): readonly LogLine[] {
  if (since === undefined) return lines;
  if (typeof since === 'number') return since === 0 ? [] : lines.slice(-since);
  const timeOf = (line: LogLine) =>
    new Date(line.atMs)
      .toISOString()
      .replace('T', ' ')
      .slice(/^\d{4}-/.test(since) ? 0 : 5);
  return lines.filter((line) => timeOf(line) >= since);
}

const USAGE = `Usage: logcat [options] [filterspecs]

General options:
  -b, --buffer=<buffer>       Request alternate ring buffer(s)
  -c, --clear                 Clear (flush) the entire log and exit
  -d                          Dump the log and then exit (don't block)
  -e, --regex=<expr>          Only print lines where the log message matches <expr>
  -f, --file=<file>           Log to file instead of stdout
  -g, --buffer-size           Get the size of the ring buffers
  -G, --buffer-size=<size>    Set the size of a ring buffer
  -m, --max-count=<count>     Quit after printing <count> lines
  --pid=<pid>                 Only print logs from the given pid
  -s                          Set default filter to silent
  -S, --statistics            Output statistics
  -t N, -t '<time>'           Print the last N lines, or those since a time, and exit
  -T N, -T '<time>'           The same without exiting
  -v, --format=<format>       Sets log print format
`;
