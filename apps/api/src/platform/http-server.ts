// Creates an HTTP server: content types, one error handler, security headers, rate limits, and an id for each request,
// which its response and its log lines carry. Features add routes with `implement` and don't use Fastify directly.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import { ownerOf } from '@pocketfleet/websockets';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AppError } from './app-error.ts';
import { databaseBackS, isDatabaseAway } from './database-away.ts';
import type { Log } from './log.ts';
import { runInLogContext } from './log-context.ts';
import { contentSecurityPolicy, permissionsPolicy } from './security-headers.ts';
import { sendRefusal } from './send-refusal.ts';
import { limitBodies } from './slow-bodies.ts';

export type HttpServer = FastifyInstance;

export type HttpServerOptions = {
  log: Log;
  publicUrl: string;
  /** Requests in a minute for each address, over everything but assets. */
  requestsPerMinute: number;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Inline scripts that may run, as `sha256-…`. */
  scriptHashes?: readonly string[];
  /** Websocket origins of relays, where pages may open sockets. */
  relayUrls?: readonly string[] | undefined;
  /** The time limit for a request's headers. */
  headersTimeoutMs?: number;
  /** The time limit for a whole request. */
  requestTimeoutMs?: number;
  /** The time limit for a whole request after `allowSlowBody`. A silence of 30 seconds ends it earlier. */
  uploadTimeoutMs?: number;
};

const bodyLimitBytes = 64 * 1024;
/**
 * Asset requests in a minute for each address. A first visit loads some 40 assets, and all customers of an office have one
 * address: if assets counted as calls, a few dozen visits would use up the limit.
 */
const assetsPerMinute = 30_000;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { headersTimeoutMs = 10_000, requestTimeoutMs = 30_000, uploadTimeoutMs = 0 } = options;
  const server = Fastify({
    logger: false,
    // A request id that the client sends is ignored, because it could be the id of another request.
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies,
    bodyLimit: bodyLimitBytes,
    connectionTimeout: 30_000,
    requestTimeout: Math.max(requestTimeoutMs, uploadTimeoutMs),
    keepAliveTimeout: 60_000,
    forceCloseConnections: true,
    // Longer than any path that the parser accepts, so that only the contract limits parameters.
    routerOptions: { maxParamLength: 16_384 },
    http: {
      // Otherwise a client that sends a byte now and then would keep its connection open.
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: headersTimeoutMs / 5,
      // An upgrade to anything but a websocket (h2c) is ignored, and the request is answered as it is.
      shouldUpgradeCallback: (request) => /^websocket$/i.test(request.headers.upgrade ?? ''),
    },
    // A URL that can't be decoded names nothing. The cast is needed because the type expects a schema.
    frameworkErrors: (_error, request, reply) =>
      void sendRefusal(
        request as unknown as FastifyRequest,
        reply as unknown as FastifyReply,
        new AppError('not_found'),
      ),
    clientErrorHandler: sendParseError,
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', permissionsPolicy);
    runInLogContext({ request_id: request.id }, done);
  });
  if (uploadTimeoutMs > requestTimeoutMs) limitBodies(server, requestTimeoutMs, sendParseError);
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const facts = {
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    options.log.debug(facts, 'answered');
    done();
  });
  server.removeContentTypeParser('text/plain');
  await server.register(formbody, { bodyLimit: bodyLimitBytes });
  const isHttps = options.publicUrl.startsWith('https:');
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(options.publicUrl, options.scriptHashes ?? [], options.relayUrls),
    },
    frameguard: { action: 'sameorigin' },
    hsts: isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  // The client has disconnected before its request was handled, so there is no address to count.
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
    // No file can have such a name (too long, `//`), so the response is 404 instead of 403.
    if ((error as Partial<FastifyError>).code === 'FST_STATIC_FORBIDDEN_PATH') {
      // The reply is not returned, because Fastify would then add listeners to it each time.
      reply.callNotFound();
      return;
    }
    const refusal = toAppError(error);
    if (refusal.status >= 500) {
      options.log.error({ err: error, method: request.method, url: request.routeOptions.url }, 'call failed');
    }
    if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
    return sendRefusal(request, reply, refusal);
  });
  return server;
}

/** The type of `ip` excludes undefined, but a closed socket has no address. */
function hasAddress(request: FastifyRequest): boolean {
  return (request.ip as string | undefined) !== undefined;
}

/** Assets have a hash in their name, and browsers cache them for a year. */
function isAsset(url: string): boolean {
  return url.startsWith('/assets/');
}

/** Bytes that are no valid HTTP request are answered on the socket itself, because Fastify has no reply for them. */
function sendParseError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = parseErrors[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify(new AppError('invalid_input').toResponse());
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

const parseErrors: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Maps any error to one that the customer may read. Unforeseen errors become `internal`. */
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
