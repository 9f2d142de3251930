// logcat's output formats (AOSP liblog, logprint.cpp): one format, and modifiers that add to it.
import type { LogLine } from '../log-buffer.ts';

const FORMATS = ['brief', 'long', 'raw', 'tag', 'threadtime', 'time'];
const MODIFIERS = ['epoch', 'UTC', 'year'];

export interface LogFormat {
  readonly format: string;
  readonly modifiers: ReadonlySet<string>;
}

/** The last format counts. Undefined for a word that logcat doesn't know. */
export function parseLogFormat(words: readonly string[]): LogFormat | undefined {
  if (words.some((word) => !FORMATS.includes(word) && !MODIFIERS.includes(word))) return undefined;
  const format = words.findLast((word) => FORMATS.includes(word)) ?? 'threadtime';
  return { format, modifiers: new Set(words.filter((word) => MODIFIERS.includes(word))) };
}

export function formatLogLine(line: LogLine, { format, modifiers }: LogFormat): string {
  const { priority, tag, message } = line;
  const pid = String(line.pid).padStart(5);
  const time = formatTime(line.atMs, modifiers);
  switch (format) {
    case 'brief':
      return `${priority}/${tag.padEnd(8)}(${pid}): ${message}\n`;
    case 'tag':
      return `${priority}/${tag.padEnd(8)}: ${message}\n`;
    case 'raw':
      return `${message}\n`;
    case 'time':
      return `${time} ${priority}/${tag.padEnd(8)}(${pid}): ${message}\n`;
    case 'long':
      return `[ ${time} ${pid}:${pid} ${priority}/${tag.padEnd(8)} ]\n${message}\n\n`;
    default:
      return `${time} ${pid} ${pid} ${priority} ${tag.padEnd(8)}: ${message}\n`;
  }
}

function formatTime(atMs: number, modifiers: ReadonlySet<string>): string {
  if (modifiers.has('epoch')) return (atMs / 1000).toFixed(3);
  const iso = new Date(atMs).toISOString().replace('T', ' ').replace('Z', '');
  return `${modifiers.has('year') ? iso : iso.slice(5)}${modifiers.has('UTC') ? ' +0000' : ''}`;
}
