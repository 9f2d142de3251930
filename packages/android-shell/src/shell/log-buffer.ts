type LogPriority = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';

export interface LogLine {
  readonly atMs: number;
  readonly pid: number;
  readonly priority: LogPriority;
  readonly tag: string;
  readonly message: string;
}

const MAX_LINES = 5000;
const MAX_MESSAGE = 4000;
const SYSTEM_PID = 1342;

/** logd's main buffer: the newest lines. */
export function createLogBuffer(now: () => number) {
  let lines: LogLine[] = [];
  const listeners = new Set<(line: LogLine) => void>();
  return {
    add(priority: LogPriority, tag: string, message: string, pid = SYSTEM_PID) {
      for (const text of message.slice(0, MAX_MESSAGE).split('\n')) {
        const line = { atMs: now(), pid, priority, tag, message: text };
        lines.push(line);
        for (const listener of listeners) listener(line);
      }
      // Removing many lines at once is cheaper than shifting the array for each line.
      if (lines.length > MAX_LINES * 2) lines = lines.slice(-MAX_LINES);
    },
    lines: (): readonly LogLine[] => lines.slice(-MAX_LINES),
    clear() {
      lines = [];
    },
    follow(listener: (line: LogLine) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type LogBuffer = ReturnType<typeof createLogBuffer>;
