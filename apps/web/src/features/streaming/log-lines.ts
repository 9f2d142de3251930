// The phone's log as `logcat -v epoch` prints it: parsed and filtered. Pure.

export const logLevels = ['V', 'D', 'I', 'W', 'E', 'F'] as const;
export type LogLevel = (typeof logLevels)[number];

export type LogLine = {
  /** Counts all lines since the panel was opened. */
  id: number;
  /** In ms since 1970, by the phone's clock. */
  atMs: number;
  pid: number;
  level: LogLevel;
  tag: string;
  text: string;
};

export type LogFilter = {
  /** The lowest level that is shown. */
  level: LogLevel;
  tag: string;
  text: string;
  /** Only lines of these processes; null for those of all. */
  pids: readonly number[] | null;
};

/** `  1764088610.123  1342  1350 I ActivityManager: text` */
const linePattern = /^\s*(\d+)\.(\d{3})\d*\s+(\d+)\s+\d+\s+([VDIWEF])\s+(.*?)\s*: (.*)$/;

/** Undefined for what the shell and logcat print beside the log: an echo, a prompt, the name of a buffer. */
export function parseLogLine(line: string): Omit<LogLine, 'id'> | undefined {
  const [, seconds, ms, pid, letter, tag, text] = linePattern.exec(line) ?? [];
  const level = logLevels.find((each) => each === letter);
  if (level === undefined || tag === undefined || text === undefined) return undefined;
  return { atMs: Number(seconds) * 1000 + Number(ms), pid: Number(pid), level, tag, text };
}

export function filterLog(lines: readonly LogLine[], filter: LogFilter): readonly LogLine[] {
  const lowest = logLevels.indexOf(filter.level);
  const tag = filter.tag.trim().toLowerCase();
  const text = filter.text.trim().toLowerCase();
  return lines.filter(
    (line) =>
      logLevels.indexOf(line.level) >= lowest &&
      (filter.pids === null || filter.pids.includes(line.pid)) &&
      line.tag.toLowerCase().includes(tag) &&
      line.text.toLowerCase().includes(text),
  );
}

/** As a file: a line for each, with its time in UTC. */
export function writeLog(lines: readonly LogLine[]): string {
  return lines
    .map(
      ({ atMs, pid, level, tag, text }) =>
        `${new Date(atMs).toISOString()} ${pid} ${level} ${tag}: ${text}\n`,
    )
    .join('');
}
