// On the operator port: is this node alive, can it be used, what has it measured; in the demo also the mail
// that was sent (spec-decisions 38).
import type { AppParts } from '../app-parts.ts';
import { databaseBackS } from '../platform/database-away.ts';
import { showFigures } from './figures.ts';
import { getReadiness } from './health.ts';

export function registerHealth({ deps, operator, metrics }: AppParts): void {
  const { config, db, log } = deps;
  showFigures({ db, log, metrics });
  operator.get('/health/live', async () => ({ status: 'live' }));
  operator.get('/health/ready', async (_request, reply) => {
    try {
      return await getReadiness(deps);
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return reply.status(503).header('retry-after', String(databaseBackS)).send({ status: 'not_ready' });
    }
  });
  operator.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );

  const { mailboxUrl } = config;
  if (mailboxUrl === undefined) return;
  for (const path of ['/mail', '/mail.json', '/mail/*']) {
    operator.get(path, async (request, reply) => {
      // Only the path is taken over: a request may name a whole address of another server.
      const { pathname, search } = new URL(request.url, mailboxUrl);
      const response = await fetch(`${mailboxUrl}${pathname}${search}`, {
        signal: AbortSignal.timeout(5_000),
      });
      for (const name of ['content-type', 'content-security-policy']) {
        const value = response.headers.get(name);
        if (value !== null) reply.header(name, value);
      }
      return reply.status(response.status).send(Buffer.from(await response.arrayBuffer()));
    });
  }
}
