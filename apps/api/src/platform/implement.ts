// Puts one call of the contract on a server: checks what comes in and what goes out with the contract's
// schemas, finds the caller, then runs the handler. Nothing else about a call is said anywhere.
import { type FileAnswer, fileAnswer, type RouteDefinition, type RouteShape } from '@pocketfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { runAs } from './actor.ts';
import { AppError } from './app-error.ts';
import type { HttpServer } from './http-server.ts';
import { noSentence, sentencesOf } from './input-sentences.ts';

/** The signed-in customer behind a call. */
export type Caller = { user_id: string; access_token_id: string };

export type Authenticate = (accessToken: string) => Promise<Caller | undefined>;

type SchemaOutput<Route, Key extends string> = Route extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

type Call<Route extends RouteDefinition> = {
  caller: Route['caller'] extends 'customer' ? Caller : undefined;
  params: SchemaOutput<Route, 'params'>;
  query: SchemaOutput<Route, 'query'>;
  body: SchemaOutput<Route, 'body'>;
  /** The bearer token that the caller was known by: a secret, never to be stored or logged. */
  accessToken: Route['caller'] extends 'customer' ? string : undefined;
  /** Address of the browser. */
  address: string;
  userAgent: string;
  origin: string | undefined;
  /** The header Cookie. No cookie alone lets anybody do anything (spec-decisions 0). */
  cookies: string | undefined;
  /** Sends a Set-Cookie header with the answer. */
  setCookie: (text: string) => void;
  /** The header Idempotency-Key: 1 to 255 visible characters; undefined without one. */
  idempotencyKey: string | undefined;
};

type Handler<Route extends RouteDefinition> = (
  call: Call<Route>,
) => Promise<z.input<Route['answer']>> | z.input<Route['answer']>;

/** Registers a route of the contract; what features get as `implement`. */
export type Implement = <Route extends RouteDefinition>(route: Route, handler: Handler<Route>) => void;

export function createImplement(server: HttpServer, authenticate: Authenticate): Implement {
  return (route, handler) => {
    server.route({
      method: route.method,
      url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: async (request, reply) => {
        const accessToken = route.caller === 'customer' ? bearerToken(request) : undefined;
        const caller = accessToken && (await authenticate(accessToken));
        if (route.caller === 'customer' && caller === undefined) throw new AppError('not_authenticated');
        refuseWrongBodyKind(route, request);
        const call = {
          caller,
          accessToken,
          params: route.params && parseParams(route.params, request.params),
          query: route.query && parseInput(route.query, request.query),
          body: route.body && parseBody(route.body, request.body),
          address: request.ip,
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
          origin: request.headers.origin,
          cookies: request.headers.cookie,
          setCookie: (text: string) => void reply.header('set-cookie', text),
          idempotencyKey: readIdempotencyKey(request),
        };
        // The schemas above are the route's own, which the compiler can't follow through the conditionals.
        const handle = () => handler(call as unknown as Parameters<typeof handler>[0]);
        const result = await (caller ? runAs(`customer:${caller.user_id}`, handle) : handle());
        return sendAnswer(route, reply, route.answer.parse(result));
      },
    });
  };
}

/** Sends what the route's schema has let through. */
export function sendAnswer(route: RouteShape, reply: FastifyReply, answer: unknown): unknown {
  reply.header('cache-control', 'no-store');
  if (route.answerKind === 'file') return sendFile(reply, fileAnswer.parse(answer));
  return answer === null ? reply.status(204).send() : answer;
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${file.file_name}"`);
  return reply.type(file.content_type).send(Buffer.from(file.bytes));
}

/** Checks input with a schema; throws invalid_input with a sentence for each wrong field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: noSentence });
  if (!parsed.success) throw new AppError('invalid_input', sentencesOf(parsed.error.issues, input));
  const unstorable = findNul(parsed.data, 'This');
  if (unstorable !== undefined) {
    const detail = `${unstorable} holds a character that can’t be kept. Please remove it.`;
    throw new AppError('invalid_input', { detail });
  }
  return parsed.data;
}

/** A call without a body is judged like one with an empty body, unless the contract allows it to be absent. */
function parseBody(schema: z.ZodType, body: unknown): unknown {
  const isAbsent = body === undefined || body === null;
  return parseInput(schema, isAbsent && !schema.safeParse(undefined).success ? {} : (body ?? undefined));
}

function parseParams(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  // An address that can't name anything names nothing.
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

/** Where a U+0000 is, which PostgreSQL text can't hold: the name of the innermost field. */
function findNul(value: unknown, name: string): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? name : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    const found = findNul(inner, isList ? name : key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function refuseWrongBodyKind(route: RouteDefinition, request: FastifyRequest): void {
  if (route.body === undefined || request.body === undefined || request.body === null) return;
  const expected = route.bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const given = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (given !== expected) {
    throw new AppError('unsupported_media_type', { detail: `This call takes ${expected}.` });
  }
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  throw new AppError('invalid_input', { detail: 'The Idempotency-Key header is not valid.' });
}

function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer ([A-Za-z0-9_-]{16,256})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('not_authenticated');
  return token;
}
