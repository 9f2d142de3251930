// A node that starts while its database is away, frozen or full waits for it, and reports this in its log, on its ports and
// to its supervisor. It ends only after an error that waiting can't fix (decision 048).
import { createServer, type Server } from 'node:http';
import { databaseBackS, isDatabaseAway } from './database-away.ts';
import type { Log } from './log.ts';
import { retry } from './retry.ts';

type WaitOptions = {
  log: Log;
  /** The wait is reported on these ports, on which no other server listens yet. */
  ports: readonly { host: string; port: number }[];
  /** Called when the reason changes; with undefined when the wait is over. */
  onWait: (reason: string | undefined) => void;
  retryDelayMs?: number;
};

const defaultRetryDelayMs = 500;

/** Calls `start` until the database can be used, and returns its result. */
export async function onceDatabaseIsUsable<Result>(
  start: () => Promise<Result>,
  { log, ports, onWait, retryDelayMs = defaultRetryDelayMs }: WaitOptions,
): Promise<Result> {
  let servers: Server[] | undefined;
  try {
    const result = await retry(start, {
      delayMs: retryDelayMs,
      onFailure: async ({ error, reason, isNewReason }) => {
        if (!isWorthWaiting(error)) throw error;
        servers ??= await reportOn(ports, log);
        if (!isNewReason) return;
        log.warn({ err: error }, 'waiting for the database, which can not be used');
        onWait(reason);
      },
    });
    if (servers !== undefined) log.info('the database can be used');
    return result;
  } finally {
    for (const server of servers ?? []) {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
    if (servers !== undefined) onWait(undefined);
  }
}

function isWorthWaiting(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (isDatabaseAway(error) && !isPermanent(error)) || (cause !== undefined && isWorthWaiting(cause));
}

/** SQLSTATE 28: a wrong user or password does not become right by waiting. */
function isPermanent(error: unknown): boolean {
  return /^28/.test(String((error as { code?: unknown }).code ?? ''));
}

/** Answers health checks with the missing database, and all other calls with 503 and a Retry-After. */
async function reportOn(ports: WaitOptions['ports'], log: Log): Promise<Server[]> {
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
      (server, index) =>
        new Promise<void>((done) => {
          server.once('error', (error) => {
            log.warn({ err: error }, 'the wait for the database can not be reported on a port');
            done();
          });
          server.listen(ports[index], () => done());
        }),
    ),
  );
  return servers;
}

const awayDetail = 'The service waits for its database. Please try again in a moment.';
