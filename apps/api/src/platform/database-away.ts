// Decides whether an error means that PostgreSQL can't be reached or accepts no connections at the moment. The call may or
// may not have taken effect, because the response to its COMMIT can be lost. It can be repeated once PostgreSQL is back;
// the Idempotency-Key identifies calls that must not take effect twice.
import pg from 'pg';

/** Sent as Retry-After: PostgreSQL restarts within this time. */
export const databaseBackS = 5;

/** The severities with which the server ends a session or refuses a new one (starting up, too many, not allowed). */
const ending = new Set<string | undefined>(['FATAL', 'PANIC']);
/** SQLSTATE 08: the connection failed; 53: out of memory, disk or connections; 57P: shut down or crashed. */
const awayStates = /^(?:08|53|57P)/;
const sockets = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** pg gives these errors no class or code: the connection ended, could not be made in time, or does not answer. */
const awayMessages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return ending.has(error.severity) || awayStates.test(error.code ?? '');
  // A name with several addresses, each of which refused the connection.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const { syscall } = error as NodeJS.ErrnoException;
  return (syscall !== undefined && sockets.has(syscall)) || awayMessages.test(error.message);
}
