// JSON lines on stdout. error: customers or our team are affected; warn: the product recovers by itself; info: one line for
// each step of a lifecycle; debug: everything else. Each line names its request or job. Secrets are never logged.
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { currentLogContext } from './log-context.ts';

export type Log = Logger;

/** Writes to `target`, or to stdout. */
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
