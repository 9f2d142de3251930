// A node that starts while its database is away, frozen or full waits for it in words: in its log, on the health port,
// and to its supervisor. It ends only for what waiting can't heal.
import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseBackS, isDatabaseAway } from './database-away.ts';
import type { Log } from './log.ts';

type WaitOptions = {
  log: Log;
  /** Answered on these meanwhile; nothing else listens on them yet. */
  ports: readonly { host: string; port: number }[];
  /** Told when the reason changes; undefined when the wait is over. */
  onWait: (reason: string | undefined) => void;
  againAfterMs?: number;
};

const defaultAgainAfterMs = 500;

/** Answers what `start` gives, as soon as the database can be used. */
export async function onceDatabaseIsUsable<Result>(
  start: () => Promise<Result>,
  { log, ports, onWait, againAfterMs = defaultAgainAfterMs }: WaitOptions,
): Promise<Result> {
  let reason: string | undefined;
  let servers: Server[] = [];
  try {
    for (;;) {
      try {
        const result = await start();
        if (reason !== undefined) log.info('the database can be used');
        return result;
      } catch (error) {
        if (!isWorthWaiting(error)) throw error;
        if (reason === undefined) servers = await answerMeanwhile(ports, log);
        const newReason = reasonOf(error);
        if (newReason !== reason) {
          log.warn({ err: error }, 'the database can not be used, it is waited for');
          onWait(newReason);
        }
        reason = newReason;
      }
      await wait(againAfterMs);
    }
  } finally {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
    if (reason !== undefined) onWait(undefined);
  }
}

function isWorthWaiting(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    (isDatabaseAway(error) && !isRefusedForGood(error)) || (cause !== undefined && isWorthWaiting(cause))
  );
}

/** SQLSTATE 28: a wrong user or password stays wrong. */
function isRefusedForGood(error: unknown): boolean {
  return /^28/.test(String((error as { code?: unknown }).code ?? ''));
}

/** Several addresses of one name have a message each, and none together. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Whoever asks for health hears that this node lives and what it lacks; everybody else is asked to come back. */
async function answerMeanwhile(ports: WaitOptions['ports'], log: Log): Promise<Server[]> {
  const servers = ports.map(() =>
    createServer((request, response) => {
      const isAlive = request.url === '/health/live';
      const body = isAlive
        ? { status: 'live' }
        : { status: 'not_ready', waits_for: 'database', code: 'unavailable', detail: awayDetail };
      response
        .writeHead(isAlive ? 200 : 503, {
          'content-type': 'application/json; charset=utf-8',
          'retry-after': String(databaseBackS),
        })
        .end(JSON.stringify(body));
    }),
  );
  await Promise.all(
    servers.map(
      (server, at) =>
        new Promise<void>((done) => {
          server.once('error', (error) => {
            log.warn({ err: error }, 'nobody is told that the database is waited for');
            done();
          });
          server.listen(ports[at], () => done());
        }),
    ),
  );
  return servers;
}

const awayDetail = 'The service waits for its database. Please try again in a moment.';
