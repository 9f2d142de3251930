// Whether an error means that PostgreSQL is not there or takes nobody in at the moment. The call may not have been
// done, and it may have been: the answer to its COMMIT can be what was lost. The same call can succeed as soon as
// PostgreSQL is back; what must not be done twice is known again by its Idempotency-Key.
import pg from 'pg';

/** Seconds after which the same call is worth another try: PostgreSQL starts again within them. */
export const databaseBackS = 5;

/** Severities with which the server ends a session, or refuses to begin one (starting up, too many, not allowed). */
const ending = new Set<string | undefined>(['FATAL', 'PANIC']);
/** SQLSTATE 08: the connection failed; 53: memory, disk or connections are used up; 57P: shut down or crashed. */
const awayStates = /^(?:08|53|57P)/;
const sockets = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** pg has no class or code for these: a connection that ended, one that could not be made or had in time, or is silent. */
const awayMessages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return ending.has(error.severity) || awayStates.test(error.code ?? '');
  // Several addresses of one name, each of them refused.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const { syscall } = error as NodeJS.ErrnoException;
  return (syscall !== undefined && sockets.has(syscall)) || awayMessages.test(error.message);
}
