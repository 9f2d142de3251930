// What a log line belongs to: the request or the job that is being worked on. Every line that is written
// meanwhile carries it, so that one customer's trouble can be followed through the log.
import { AsyncLocalStorage } from 'node:async_hooks';

export type LogContext = { request_id: string } | { job: string; job_id: string };

const current = new AsyncLocalStorage<LogContext>();

export function runInLogContext<Result>(context: LogContext, work: () => Result): Result {
  return current.run(context, work);
}

/** Undefined for what happens by itself. */
export function currentLogContext(): LogContext | undefined {
  return current.getStore();
}
