// The request or job that log lines belong to. Each line that is written during it names it, so that one customer's problem
// can be followed through the log.
import { AsyncLocalStorage } from 'node:async_hooks';

export type LogContext = { request_id: string } | { job: string; job_id: string };

const current = new AsyncLocalStorage<LogContext>();

export function runInLogContext<Result>(context: LogContext, work: () => Result): Result {
  return current.run(context, work);
}

/** Undefined outside of requests and jobs. */
export function currentLogContext(): LogContext | undefined {
  return current.getStore();
}
