// `logcat` and `log`: the phone's log, with the filters and formats that adb, Appium and the session page ask for.
import { parseArgs } from 'node:util';
import { type Command, type CommandContext, fail, print, untilStopped } from '../command.ts';
import type { LogLine } from '../log-buffer.ts';

const PRIORITIES = 'VDIWEFS';
const SHELL_PID = 8000;
const DEFAULT_BUFFERS = ['main', 'system', 'crash', 'kernel'];
const BUFFERS = [...DEFAULT_BUFFERS, 'radio', 'events', 'security', 'stats'];
const NAMED_BUFFERS = new Map([
  ['all', BUFFERS],
  ['default', DEFAULT_BUFFERS],
]);

const OPTIONS = {
  buffer: { type: 'string', short: 'b', multiple: true },
  clear: { type: 'boolean', short: 'c' },
  dump: { type: 'boolean', short: 'd' },
  follow: { type: 'string', short: 'T' },
  format: { type: 'string', short: 'v', default: 'threadtime' },
  pid: { type: 'string' },
  silent: { type: 'boolean', short: 's' },
  tail: { type: 'string', short: 't' },
} as const;

type Format = (line: LogLine) => string;

/** AOSP liblog, logprint.cpp. */
const FORMATS = new Map<string, Format>([
  ['brief', ({ priority, tag, pid, message }) => `${priority}/${tag.padEnd(8)}(${pad(pid)}): ${message}\n`],
  ['epoch', (line) => withTime(line, (line.atMs / 1000).toFixed(3))],
  [
    'long',
    (line) =>
      `[ ${dateOf(line)} ${pad(line.pid)}:${pad(line.pid)} ${line.priority}/${line.tag.padEnd(8)} ]\n${line.message}\n\n`,
  ],
  ['raw', ({ message }) => `${message}\n`],
  ['threadtime', (line) => withTime(line, dateOf(line))],
  // agent-device reads it.
  [
    'time',
    (line) => `${dateOf(line)} ${line.priority}/${line.tag.padEnd(8)}(${pad(line.pid)}): ${line.message}\n`,
  ],
]);

interface LogQuery {
  /** This phone writes only to the buffer `main`. */
  readonly hasMain: boolean;
  /** The lowest priority that is shown, by tag; `*` is every other tag. */
  readonly priorities: ReadonlyMap<string, string>;
  readonly format: Format;
  /** Undefined for the lines of all processes. */
  readonly pid: number | undefined;
}

/** A refusal in logcat's words. */
class LogcatError extends Error {}

/** `logcat [-d] [-c] [-b buffer] [-t n|seconds] [-T n|seconds] [-v format] [--pid n] [-s] [tag:priority]...` */
export const logcat: Command = async (args, context) => {
  const { log } = context.world;
  try {
    const { values, positionals } = parseOptions(args);
    const buffers = parseBuffers(values.buffer ?? ['default']);
    if (values.clear === true) {
      log.clear();
      return 0;
    }
    const format = FORMATS.get(values.format);
    if (format === undefined) throw new LogcatError(`Invalid parameter "${values.format}" to -v`);
    const priorities = parsePriorities(positionals, values.silent === true);
    const query: LogQuery = {
      hasMain: buffers.includes('main'),
      format,
      priorities,
      pid: parsePid(values.pid),
    };
    const shown = log.lines().filter((line) => isShown(line, query));
    const recent = linesSince(shown, values.tail ?? values.follow);
    if (recent.length > 0)
      await print(context, `--------- beginning of main\n${recent.map(format).join('')}`);
    return values.dump === true || values.tail !== undefined ? 0 : await follow(query, context);
  } catch (error) {
    if (error instanceof LogcatError) return fail(context, `logcat: ${error.message}`);
    throw error;
  }
};

/** `log [-p priority] [-t tag] message...` */
export const log: Command = (args, context) => {
  const options = { priority: { type: 'string', short: 'p' }, tag: { type: 'string', short: 't' } } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
  });
  const priority = String(values.priority ?? 'I').toUpperCase();
  if (!isPriority(priority) || positionals.length === 0)
    return fail(context, 'usage: log [-p PRI] [-t TAG] MESSAGE...');
  context.world.log.add(priority, String(values.tag ?? 'log'), positionals.join(' '), SHELL_PID);
  return 0;
};

/** Shows new lines until the command is stopped. A slow reader misses lines, so a forgotten stream fills no memory. */
async function follow(query: LogQuery, context: CommandContext): Promise<number> {
  let isWriting = false;
  const unfollow = context.world.log.follow((line) => {
    if (isWriting || !isShown(line, query)) return;
    isWriting = true;
    void context.out(query.format(line)).then(() => {
      isWriting = false;
    });
  });
  await untilStopped(context);
  unfollow();
  return 130;
}

function isShown(line: LogLine, { hasMain, priorities, pid }: LogQuery): boolean {
  if (pid !== undefined && line.pid !== pid) return false;
  const lowest = priorities.get(line.tag) ?? priorities.get('*') ?? 'V';
  return hasMain && PRIORITIES.indexOf(line.priority) >= PRIORITIES.indexOf(lowest);
}

/** `since` is the number of newest lines, or seconds since 1970. */
function linesSince(lines: readonly LogLine[], since: string | undefined): readonly LogLine[] {
  if (since === undefined) return lines;
  if (/^\d+$/.test(since)) return since === '0' ? [] : lines.slice(-Number(since));
  if (!/^\d{9,11}\.\d{1,9}$/.test(since)) throw new LogcatError(`"${since}" not in time format`);
  return lines.filter(({ atMs }) => atMs >= Number(since) * 1000);
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new LogcatError(error instanceof Error ? error.message : String(error));
  }
}

function parseBuffers(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => text.split(','));
  return names.flatMap((name) => {
    const buffers = NAMED_BUFFERS.get(name) ?? [name];
    if (buffers.some((one) => !BUFFERS.includes(one))) throw new LogcatError(`Unknown buffer '${name}'`);
    return buffers;
  });
}

function parsePriorities(filters: readonly string[], isSilent: boolean): ReadonlyMap<string, string> {
  const pairs = filters.map((filter): [string, string] => {
    const [tag = '', priority = 'V'] = filter.split(':');
    return [tag, priority.toUpperCase()];
  });
  return new Map([...(isSilent ? [['*', 'S'] as const] : []), ...pairs]);
}

function parsePid(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new LogcatError(`--pid ${text} not a number`);
  return Number(text);
}

/** Month, day and time, as in "11-26 10:12:14.123". */
function dateOf({ atMs }: LogLine): string {
  return new Date(atMs).toISOString().slice(5, 23).replace('T', ' ');
}

function withTime({ priority, tag, pid, message }: LogLine, time: string): string {
  return `${time} ${pad(pid)} ${pad(pid)} ${priority} ${tag.padEnd(8)}: ${message}\n`;
}

function pad(pid: number): string {
  return String(pid).padStart(5);
}

function isPriority(text: string): text is LogLine['priority'] {
  return /^[VDIWEF]$/.test(text);
}
