// `logcat` and `log`: the phone's log, filtered as Android's logcat filters it.

import { parseArgs } from 'node:util';
import { createContext, Script } from 'node:vm';
import { type Command, type CommandContext, fail, print, untilStopped } from '../command.ts';
import type { LogLine } from '../log-buffer.ts';
import { formatLogLine, type LogFormat, parseLogFormat } from './log-format.ts';

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
  format: { type: 'string', short: 'v', multiple: true },
  'max-count': { type: 'string', short: 'm' },
  pid: { type: 'string' },
  regex: { type: 'string', short: 'e' },
  silent: { type: 'boolean', short: 's' },
  tail: { type: 'string', short: 't' },
} as const;

interface LogQuery {
  /** This phone writes only to the buffer `main`. */
  readonly hasMain: boolean;
  /** The number of newest lines, or a time. */
  readonly since: number | string | undefined;
  readonly maxCount: number;
  readonly format: LogFormat;
  readonly pid: number | undefined;
  readonly regex: RegExp | undefined;
  /** The lowest priority that is shown, by tag; `*` is every other tag. */
  readonly priorities: ReadonlyMap<string, string>;
}

/** A refusal in logcat's words. */
class LogcatError extends Error {}

/** `logcat [-d] [-c] [-b buffer] [-t n|time] [-T n|time] [-m n] [-v format] [-e regex] [--pid n] [-s] [tag:priority]...` */
export const logcat: Command = async (args, context) => {
  const { log } = context.world;
  try {
    const { values, positionals } = parseOptions(args);
    const buffers = parseBuffers(values.buffer ?? ['default']);
    if (values.clear === true) {
      log.clear();
      return 0;
    }
    const query: LogQuery = {
      hasMain: buffers.includes('main'),
      since: parseSince(values.tail ?? values.follow),
      maxCount: parseCount(values['max-count']),
      format: parseFormats(values.format ?? []),
      pid: values.pid === undefined ? undefined : Number(values.pid),
      regex: parseRegex(values.regex),
      priorities: parsePriorities(positionals, values.silent === true),
    };
    const isDump = values.dump === true || values.tail !== undefined;
    return await show(query, isDump, context);
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

async function show(query: LogQuery, isDump: boolean, context: CommandContext): Promise<number> {
  const { log } = context.world;
  const format = (line: LogLine) => formatLogLine(line, query.format);
  const matching = query.hasMain ? linesSince(filterLines(log.lines(), query), query.since) : [];
  const recent = matching.slice(0, query.maxCount);
  let left = query.maxCount - recent.length;
  if (recent.length > 0) await print(context, `--------- beginning of main\n${recent.map(format).join('')}`);
  if (isDump || left === 0) return 0;
  // A slow reader misses lines: this keeps the memory of a forgotten stream bounded.
  let isWriting = false;
  const ended = Promise.withResolvers<number>();
  const unfollow = log.follow((line) => {
    if (isWriting || !query.hasMain || left <= 0) return;
    try {
      if (filterLines([line], query).length === 0) return;
    } catch (error) {
      return ended.reject(error);
    }
    isWriting = true;
    left -= 1;
    void context.out(format(line)).then(() => {
      isWriting = false;
      if (left === 0) ended.resolve(0);
    });
  });
  try {
    return await Promise.race([untilStopped(context).then(() => 130), ended.promise]);
  } finally {
    unfollow();
  }
}

function filterLines(lines: readonly LogLine[], { pid, priorities, regex }: LogQuery): readonly LogLine[] {
  const shown = lines.filter((line) => {
    if (pid !== undefined && line.pid !== pid) return false;
    const lowest = priorities.get(line.tag) ?? priorities.get('*') ?? 'V';
    return PRIORITIES.indexOf(line.priority) >= PRIORITIES.indexOf(lowest);
  });
  if (regex === undefined) return shown;
  const matches = matchAll(
    regex,
    shown.map(({ message }) => message),
  );
  return shown.filter((_line, at) => matches[at]);
}

/** Without a year, a time is compared with the month and what follows it. */
function linesSince(lines: readonly LogLine[], since: number | string | undefined): readonly LogLine[] {
  if (since === undefined) return lines;
  if (typeof since === 'number') return since === 0 ? [] : lines.slice(-since);
  const timeOf = (line: LogLine) => new Date(line.atMs).toISOString().replace('T', ' ');
  return lines.filter((line) => timeOf(line).slice(/^\d{4}-/.test(since) ? 0 : 5) >= since);
}

const MATCH_LIMIT_MS = 100;
const matchScript = new Script('texts.map((text) => regex.test(text))');
const matchContext = createContext({});

/** An expression such as `(a+)+$` can run for ever; the limit keeps the process's other phones alive. */
function matchAll(regex: RegExp, texts: readonly string[]): readonly boolean[] {
  Object.assign(matchContext, { regex, texts });
  try {
    return matchScript.runInContext(matchContext, { timeout: MATCH_LIMIT_MS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new LogcatError('the regular expression takes too long');
  } finally {
    Object.assign(matchContext, { regex: undefined, texts: undefined });
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new LogcatError(error instanceof Error ? error.message : String(error));
  }
}

function parseBuffers(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(','))
    .flatMap((name) => {
      const buffers = NAMED_BUFFERS.get(name) ?? [name];
      if (buffers.some((one) => !BUFFERS.includes(one))) throw new LogcatError(`Unknown buffer '${name}'`);
      return buffers;
    });
}

function parseSince(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  if (/^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/.test(text)) return text;
  // Seconds since 1970.
  if (/^\d{9,11}\.\d{1,9}$/.test(text))
    return new Date(Number(text) * 1000).toISOString().replace('T', ' ').replace('Z', '');
  throw new LogcatError(`"${text}" not in time format`);
}

function parseCount(text: string | undefined): number {
  const count = Number(text ?? Number.POSITIVE_INFINITY);
  if (count > 0) return count;
  throw new LogcatError('-m needs a number');
}

function parseFormats(texts: readonly string[]): LogFormat {
  const format = parseLogFormat(texts.flatMap((text) => text.split(/[,\s]+/)));
  if (format === undefined) throw new LogcatError(`Invalid parameter "${texts.join(',')}" to -v`);
  return format;
}

function parseRegex(text: string | undefined): RegExp | undefined {
  try {
    return text === undefined ? undefined : new RegExp(text);
  } catch {
    throw new LogcatError('bad regular expression');
  }
}

function parsePriorities(filters: readonly string[], isSilent: boolean): ReadonlyMap<string, string> {
  const pairs = filters.map((filter): [string, string] => {
    const [tag = '', priority = 'V'] = filter.split(':');
    return [tag, priority.toUpperCase()];
  });
  return new Map([...(isSilent ? [['*', 'S'] as const] : []), ...pairs]);
}

function isPriority(text: string): text is LogLine['priority'] {
  return /^[VDIWEF]$/.test(text);
}
