// logcat's ways to show a line (liblog's logprint): one format, and words that add to it.
import type { LogLine } from '../log-buffer.ts';

const FORMATS = ['brief', 'help', 'long', 'process', 'raw', 'tag', 'thread', 'threadtime', 'time'];
const WORDS = [
  'color',
  'colour',
  'descriptive',
  'epoch',
  'monotonic',
  'printable',
  'uid',
  'usec',
  'UTC',
  'year',
  'zone',
];

export interface LogFormat {
  readonly format: string;
  readonly words: ReadonlySet<string>;
}

export const DEFAULT_LOG_FORMAT: LogFormat = { format: 'threadtime', words: new Set() };

/** `-v brief` or `-v time,usec`; each adds to what was given before. Undefined for a word that logcat doesn't know. */
export function parseLogFormat(text: string, before: LogFormat): LogFormat | undefined {
  let { format } = before;
  const words = new Set(before.words);
  for (const word of text.split(/[,\s]+/)) {
    if (FORMATS.includes(word)) format = word;
    else if (WORDS.includes(word)) words.add(word.replace('colour', 'color'));
    else return undefined;
  }
  return { format, words };
}

const COLOURS: Readonly<Record<string, number>> = { V: 39, D: 75, I: 40, W: 166, E: 196, F: 196 };

export function formatLogLine(line: LogLine, { format, words }: LogFormat, bootAtMs: number): string {
  const text = `${plainLine(line, format, words, bootAtMs)}\n`;
  if (!words.has('color')) return text;
  return `\x1b[38;5;${COLOURS[line.priority] ?? 39}m${text.replace(/\n$/, '')}\x1b[0m\n`;
}

function plainLine(line: LogLine, format: string, words: ReadonlySet<string>, bootAtMs: number): string {
  const { priority, tag, message } = line;
  const pid = String(line.pid).padStart(5);
  const time = timeOf(line.atMs, words, bootAtMs);
  const uid = words.has('uid') ? (line.pid === 1342 ? 'system' : 'shell') : '';
  const owner = uid === '' ? '' : `${uid}:`;
  switch (format) {
    case 'brief':
      return `${priority}/${tag.padEnd(8)}(${owner}${pid}): ${message}`;
    case 'process':
      return `${priority}(${owner}${pid}) ${message}  (${tag})`;
    case 'tag':
      return `${priority}/${tag.padEnd(8)}: ${message}`;
    case 'thread':
      return `${priority}(${owner}${pid}:${pid}) ${message}`;
    case 'raw':
      return message;
    case 'time':
      return `${time} ${priority}/${tag.padEnd(8)}(${owner}${pid}): ${message}`;
    case 'long':
      return `[ ${time} ${owner}${pid}:${pid} ${priority}/${tag.padEnd(8)} ]\n${message}\n`;
    default:
      return `${time} ${uid === '' ? '' : `${uid.padStart(6)} `}${pid} ${pid} ${priority} ${tag.padEnd(8)}: ${message}`;
  }
}

function timeOf(atMs: number, words: ReadonlySet<string>, bootAtMs: number): string {
  const micro = words.has('usec') ? '000' : '';
  if (words.has('epoch') || words.has('monotonic')) {
    const ms = words.has('epoch') ? atMs : atMs - bootAtMs;
    return `${(ms / 1000).toFixed(3)}${micro}`.padStart(words.has('epoch') ? 0 : 12);
  }
  const iso = new Date(atMs).toISOString().replace('T', ' ').replace('Z', '');
  const zone = words.has('zone') || words.has('UTC') ? ' +0000' : '';
  return `${words.has('year') ? iso : iso.slice(5)}${micro}${zone}`;
}
