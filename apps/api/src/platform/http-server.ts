// One HTTP server of ours: body kinds, one error handler, security headers, limits, an id for each request, which
// its answer and its log lines carry. Features add routes with
// `implement` and never touch Fastify.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AppError } from './app-error.ts';
import { ownerOf } from './client-address.ts';
import { databaseBackS, isDatabaseAway } from './database-away.ts';
import type { Log } from './log.ts';
import { runInLogContext } from './log-context.ts';
import { contentSecurityPolicy, permissionsPolicy } from './security-headers.ts';

export type HttpServer = FastifyInstance;

export type HttpServerOptions = {
  log: Log;
  publicUrl: string;
  /** Requests in a minute for each address, over everything that this server answers but assets. */
  requestsPerMinute: number;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Inline scripts that may run, as `sha256-…`. */
  scriptHashes?: readonly string[];
  /** Milliseconds in which a request's headers must be there. */
  headersWithinMs?: number;
  /** Milliseconds in which all of a request must be there. */
  requestWithinMs?: number;
};

const bodyLimitBytes = 64 * 1024;
/**
 * Requests in a minute for each address. A first visit takes some 40 assets, and an office full of customers has one
 * address: counted with the calls, a few dozen visits would leave nothing for the calls.
 */
const assetsPerMinute = 30_000;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { headersWithinMs = 10_000, requestWithinMs = 30_000 } = options;
  const server = Fastify({
    logger: false,
    // Ours, whatever a client says: what it chose could be anybody's.
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies,
    bodyLimit: bodyLimitBytes,
    connectionTimeout: 30_000,
    requestTimeout: requestWithinMs,
    keepAliveTimeout: 60_000,
    forceCloseConnections: true,
    // Longer than any path that the parser lets in: what an address may hold is the contract's matter.
    routerOptions: { maxParamLength: 16_384 },
    http: {
      // Who sends a byte now and then must not hold a connection.
      headersTimeout: headersWithinMs,
      connectionsCheckingInterval: headersWithinMs / 5,
      // An offer of anything but a websocket (h2c) may be passed over: the request is answered as it is.
      shouldUpgradeCallback: (request) => /^websocket$/i.test(request.headers.upgrade ?? ''),
    },
    // An address that can't be read names nothing.
    // Its reply is typed by a schema that there is none of here.
    frameworkErrors: (_error, _request, reply) => answerNothing(reply as unknown as FastifyReply),
    clientErrorHandler: answerUnreadable,
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', permissionsPolicy);
    runInLogContext({ request_id: request.id }, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const answered = {
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    options.log.debug(answered, 'answered');
    done();
  });
  server.removeContentTypeParser('text/plain');
  await server.register(formbody, { bodyLimit: bodyLimitBytes });
  const isHttps = options.publicUrl.startsWith('https:');
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(options.publicUrl, options.scriptHashes ?? []),
    },
    frameguard: { action: 'sameorigin' },
    hsts: isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  // The other end has gone before its request was looked at: nobody to count, and nobody to answer.
  server.addHook('onRequest', (request, _reply, done) => {
    done(hasAddress(request) ? undefined : new AppError('invalid_input'));
  });
  await server.register(rateLimit, {
    max: ({ url }) => (isAsset(url) ? assetsPerMinute : options.requestsPerMinute),
    keyGenerator: ({ url, ip }) => (isAsset(url) ? `assets ${ownerOf(ip)}` : ownerOf(ip)),
    timeWindow: 60_000,
    cache: 10_000,
    errorResponseBuilder: (_request, context) =>
      new AppError('too_many_requests', { retryAfterS: Math.ceil(context.ttl / 1000) }),
  });
  server.setErrorHandler((error, request, reply) => {
    // No file can have such a name (too long, `//`): there is nothing, rather than something forbidden.
    if ((error as Partial<FastifyError>).code === 'FST_STATIC_FORBIDDEN_PATH') {
      // A reply that is given back is waited for, each time by listeners of its own.
      reply.callNotFound();
      return;
    }
    const refusal = toAppError(error);
    if (refusal.status >= 500) {
      options.log.error({ err: error, method: request.method, url: request.routeOptions.url }, 'call failed');
    }
    if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
    return reply.status(refusal.status).header('cache-control', 'no-store').send(refusal.answer());
  });
  return server;
}

/** The type promises an address, but a socket that was closed has none. */
function hasAddress(request: FastifyRequest): boolean {
  return (request.ip as string | undefined) !== undefined;
}

/** What the build gave a name with a hash: browsers keep it for a year. */
function isAsset(url: string): boolean {
  return url.startsWith('/assets/');
}

function answerNothing(reply: FastifyReply): void {
  void reply.status(404).header('cache-control', 'no-store').send(new AppError('not_found').answer());
}

/** What is no HTTP, or too much of it, never becomes a request: it is answered on the bare connection. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = unreadable[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify(new AppError('invalid_input').answer());
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

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
  if (isDatabaseAway(error)) return new AppError('unavailable', { cause: error, retryAfterS: databaseBackS });
  return new AppError('internal', { cause: error });
}
