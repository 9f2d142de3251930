import { aborted, type Command, complain, print } from '../command.ts';
import type { LogLine, LogPriority } from '../log-buffer.ts';

const ORDER = 'VDIWEFS';

interface Options {
  readonly dump: boolean;
  readonly clear: boolean;
  readonly tail: number | undefined;
  readonly format: string;
  readonly pid: number | undefined;
  readonly regex: RegExp | undefined;
  readonly filters: ReadonlyMap<string, string>;
}

/** `logcat [-d] [-c] [-t n] [-T n] [-v format] [-s] [tag:priority]...` */
export const logcat: Command = async (args, context) => {
  const options = parse(args);
  if (typeof options === 'string') return complain(context, options);
  const { log } = context.world;
  if (options.clear) {
    log.clear();
    return 0;
  }
  const wanted = log.lines().filter((line) => passes(line, options));
  const shown = options.tail === undefined ? wanted : wanted.slice(-options.tail);
  await print(
    context,
    `--------- beginning of main\n${shown.map((line) => format(line, options.format)).join('')}`,
  );
  if (options.dump) return 0;
  // A reader that is slow misses lines rather than holding them in memory.
  let writing = false;
  const stop = log.follow((line) => {
    if (writing || !passes(line, options)) return;
    writing = true;
    void context.out(format(line, options.format)).then(() => {
      writing = false;
    });
  });
  await aborted(context);
  stop();
  return 130;
};

function parse(args: readonly string[]): Options | string {
  const filters = new Map<string, string>();
  const options = { dump: false, clear: false, format: 'threadtime', filters };
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
    else if (arg === '-b' || arg === '--buffer' || arg === '-m') value();
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
  return { ...options, tail, pid, regex };
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
