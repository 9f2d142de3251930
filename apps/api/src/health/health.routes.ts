// Routes on the operator port: liveness, readiness and metrics of this node, and in the demo also the sent mails.
import type { AppParts } from '../app-parts.ts';
import { databaseBackS } from '../platform/database-away.ts';
import { registerEventFigures } from './event-figures.ts';
import { registerFigures } from './figures.ts';
import { getReadiness } from './health.ts';

export function registerHealth({ deps, operator, metrics }: AppParts): void {
  const { config, db, log } = deps;
  registerFigures({ db, log, metrics });
  registerEventFigures(metrics, deps.events);
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
      // Only path and query are used: the request target may be an absolute URL of another server.
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
