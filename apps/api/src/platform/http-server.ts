// One HTTP server of ours: body kinds, one error handler, security headers, limits. Features add routes with
// `implement` and never touch Fastify.
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import type { Log } from './log.ts';
import { contentSecurityPolicy } from './security-headers.ts';

export type HttpServer = FastifyInstance;

export type HttpServerOptions = {
  log: Log;
  publicUrl: string;
  /** Requests in a minute for each address, over everything that this server answers. */
  requestsPerMinute: number;
};

const bodyLimitBytes = 64 * 1024;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    connectionTimeout: 30_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  server.removeContentTypeParser('text/plain');
  await server.register(formbody, { bodyLimit: bodyLimitBytes });
  const isHttps = options.publicUrl.startsWith('https:');
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(options.publicUrl) },
    frameguard: { action: 'sameorigin' },
    hsts: isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  await server.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    cache: 10_000,
    errorResponseBuilder: (_request, context) =>
      new AppError('too_many_requests', { retryAfterS: Math.ceil(context.ttl / 1000) }),
  });
  server.setErrorHandler((error, request, reply) => {
    const refusal = toAppError(error);
    if (refusal.status >= 500) {
      options.log.error({ err: error, method: request.method, url: request.routeOptions.url }, 'call failed');
    }
    if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
    return reply.status(refusal.status).header('cache-control', 'no-store').send(refusal.answer());
  });
  return server;
}

/** What the world throws, as what the customer reads. Everything unforeseen is `internal`. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = (error as Partial<FastifyError>).statusCode;
  if (status === 400) return new AppError('invalid_json', { cause: error });
  if (status === 404) return new AppError('not_found', { cause: error });
  if (status === 413) return new AppError('payload_too_large', { cause: error });
  if (status === 415) return new AppError('unsupported_media_type', { cause: error });
  if (status === 429) return new AppError('too_many_requests', { cause: error });
  if (status !== undefined && status < 500) return new AppError('invalid_input', { cause: error });
  if (status === 503) return new AppError('unavailable', { cause: error });
  return new AppError('internal', { cause: error });
}
