type LogPriority = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';

export interface LogLine {
  readonly atMs: number;
  readonly pid: number;
  readonly priority: LogPriority;
  readonly tag: string;
  readonly message: string;
}

/** logd's main buffer: the newest lines. */
export interface LogBuffer {
  add(priority: LogPriority, tag: string, message: string, pid?: number): void;
  lines(): readonly LogLine[];
  clear(): void;
  follow(listener: (line: LogLine) => void): () => void;
}

const MAX_LINES = 5000;
const MAX_MESSAGE = 4000;
const SYSTEM_PID = 1342;

export function createLogBuffer(now: () => number): LogBuffer {
  let lines: LogLine[] = [];
  const listeners = new Set<(line: LogLine) => void>();
  return {
    add(priority, tag, message, pid = SYSTEM_PID) {
      for (const text of message.slice(0, MAX_MESSAGE).split('\n')) {
        const line = { atMs: now(), pid, priority, tag, message: text };
        lines.push(line);
        for (const listener of listeners) listener(line);
      }
      // Removing many lines at once is cheaper than shifting the array for each line.
      if (lines.length > MAX_LINES * 2) lines = lines.slice(-MAX_LINES);
    },
    lines: () => lines.slice(-MAX_LINES),
    clear() {
      lines = [];
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
