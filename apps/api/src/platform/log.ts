// JSON lines on stdout. error: somebody is hurt; warn: it healed itself; info: one line for each step of a
// lifecycle; debug: the rest. Each line carries the request or job that it belongs to. Secrets never reach a line.
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { currentLogContext } from './log-context.ts';

export type Log = Logger;

/** Written to `target`, or to stdout. */
export function createLog(level: string, target: DestinationStream = pino.destination(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    mixin: () => ({ ...currentLogContext() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', '*.password', 'token', '*.token', 'ticket', '*.ticket', 'headers.authorization'],
      censor: '[hidden]',
    },
  };
  return pino(options, target);
}
