// JSON lines on stdout. error: somebody is hurt; warn: it healed itself; info: one line for each step of a
// lifecycle; debug: the rest. Secrets never reach a line.
import { type Logger, pino } from 'pino';

export type Log = Logger;

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', '*.password', 'token', '*.token', 'ticket', '*.ticket', 'headers.authorization'],
      censor: '[hidden]',
    },
  });
}
