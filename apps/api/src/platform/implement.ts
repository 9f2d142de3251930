// Registers a call of the contract on a server. It checks input and response with the contract's schemas and authenticates
// the caller, then runs the handler.
import {
  type ErrorCode,
  type FileResponse,
  fileResponse,
  type Needs,
  type RouteDefinition,
  type RouteShape,
  workspaceHeader,
} from '@pocketfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { actorOf, runAs } from './actor.ts';
import { AppError } from './app-error.ts';
import { type Allowance, createCallLimits } from './call-limits.ts';
import { CsvStream, readCsv } from './csv.ts';
import { deprecationHeaders } from './deprecation.ts';
import { FileStream, readFileStream } from './file-stream.ts';
import type { HttpServer } from './http-server.ts';
import type { Asking, Authenticate, Principal } from './principal.ts';
import { describeIssues, noMessage } from './validation-errors.ts';

type SchemaOutput<Route, Key extends string> = Route extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

type Call<Route extends RouteDefinition> = {
  caller: Route['caller'] extends 'customer' ? Principal : undefined;
  params: SchemaOutput<Route, 'params'>;
  query: SchemaOutput<Route, 'query'>;
  body: SchemaOutput<Route, 'body'>;
  /** The bearer token of the caller: a secret, never to be stored or logged. */
  accessToken: Route['caller'] extends 'customer' ? string : undefined;
  /** Address of the browser. */
  address: string;
  userAgent: string;
  origin: string | undefined;
  /** The header Cookie. A cookie alone authorizes nothing. */
  cookies: string | undefined;
  /** Sends a Set-Cookie header with the response. */
  setCookie: (text: string) => void;
  /** True when the caller asked for CSV and the route can answer with it: a `CsvStream`. */
  wantsCsv: boolean;
  /** The header Idempotency-Key: 1 to 255 visible characters; undefined without one. */
  idempotencyKey: string | undefined;
};

type Handler<Route extends RouteDefinition> = (
  call: Call<Route>,
) => Promise<ResultOf<Route>> | ResultOf<Route>;

type ResultOf<Route extends RouteDefinition> = Route['responseKind'] extends 'json_or_csv'
  ? z.input<Route['response']> | CsvStream
  : Route['responseKind'] extends 'file'
    ? z.input<Route['response']> | FileStream
    : z.input<Route['response']>;

/** Registers a route of the contract; features get it as `implement`. */
export type Implement = <Route extends RouteDefinition>(route: Route, handler: Handler<Route>) => void;

type Required = { readonly needs: Needs; readonly withoutSecondFactor?: true };

/** `access` finds who asks, and refuses callers who lack what a call needs. */
export type Access = {
  authenticate: Authenticate;
  refuseUnlessAllowed: (principal: Principal, required: Required) => void;
  /** Told when a caller was refused for want of a right. */
  onForbidden: (principal: Principal, call: string, refusal: AppError) => Promise<void>;
};

export function createImplement(server: HttpServer, access: Access): Implement {
  const limits = createCallLimits();
  return (route, handler) => {
    server.route({
      method: route.method,
      url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: async (request, reply) => {
        // First, so that refusals have them too.
        if (route.deprecated !== undefined) reply.headers(deprecationHeaders(route.deprecated));
        const accessToken = route.caller === 'customer' ? bearerToken(request) : undefined;
        // Found out anew at each reading.
        const address = request.ip;
        const caller =
          accessToken && (await access.authenticate(askingOf(route, request, accessToken, address)));
        if (route.caller === 'customer') {
          if (caller === undefined) throw new AppError('not_authenticated');
          tellAllowance(reply, limits.count(caller as Principal));
          await recordRefusal(access, caller as Principal, route, () =>
            access.refuseUnlessAllowed(caller as Principal, route),
          );
        }
        refuseWrongBodyKind(route, request);
        const call = {
          caller,
          accessToken,
          params: route.params && parseParams(route.params, request.params),
          query: route.query && parseInput(route.query, request.query),
          body: route.body && parseBody(route.body, request.body),
          address,
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
          origin: request.headers.origin,
          cookies: request.headers.cookie,
          wantsCsv: route.responseKind === 'json_or_csv' && acceptsCsv(request),
          setCookie: (text: string) => void reply.header('set-cookie', text),
          idempotencyKey: readIdempotencyKey(request),
        };
        // The compiler can't prove that these values have the types of the route's own schemas.
        const handle = () => handler(call as unknown as Parameters<typeof handler>[0]);
        const result = await (caller
          ? recordRefusal(access, caller, route, () => runAs(actorOf(caller), caller.address, handle))
          : handle());
        if (result instanceof CsvStream) return sendCsv(reply, result);
        if (result instanceof FileStream) return sendFileStream(reply, result);
        return sendResponse(route, reply, route.response.parse(result));
      },
    });
  };
}

/** The tightest of the limits of address, credential and workspace: the first one is already there. */
export function tellAllowance(reply: FastifyReply, { limit, remaining, resetS }: Allowance): void {
  const ofAddress = Number(reply.getHeader('x-ratelimit-remaining') ?? Number.POSITIVE_INFINITY);
  if (remaining >= ofAddress) return;
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', resetS);
}

const isAboutRights: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'device_not_assigned',
  'over_budget',
  'last_owner',
]);

/** Runs `work`, and has `access` record a refusal for want of a right. */
async function recordRefusal<Result>(
  access: Access,
  caller: Principal,
  route: RouteDefinition,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && isAboutRights.has(error.code))
      await access.onForbidden(caller, `${route.method} ${route.path}`, error);
    throw error;
  }
}

function askingOf(route: RouteDefinition, request: FastifyRequest, secret: string, address: string): Asking {
  const isInPath = route.caller === 'customer' && route.workspaceFrom === 'path';
  // Sent twice, the header names nothing.
  const workspaceId = isInPath
    ? (request.params as { id: string }).id
    : request.headers[workspaceHeader]?.toString();
  return { secret, workspaceId, address };
}

/** Sends a response that the route's schema has checked. */
export function sendResponse(route: RouteShape, reply: FastifyReply, result: unknown): unknown {
  reply.header('cache-control', 'no-store');
  if (route.responseKind === 'file') return sendFile(reply, fileResponse.parse(result));
  return result === null ? reply.status(204).send() : result;
}

/** The caller slows the stream down when it reads slowly. */
function sendCsv(reply: FastifyReply, csv: CsvStream): FastifyReply {
  reply.header('cache-control', 'no-store');
  reply.header('content-disposition', `attachment; filename="${csv.file_name}"`);
  return reply.type('text/csv; charset=utf-8').send(readCsv(csv));
}

function sendFileStream(reply: FastifyReply, file: FileStream): FastifyReply {
  reply.header('cache-control', 'no-store');
  reply.header('content-disposition', `attachment; filename="${file.file_name}"`);
  return reply.type(file.content_type).send(readFileStream(file));
}

function acceptsCsv({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.split(',').some((each) => each.split(';')[0]?.trim().toLowerCase() === 'text/csv');
}

function sendFile(reply: FastifyReply, file: FileResponse): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${file.file_name}"`);
  return reply.type(file.content_type).send(Buffer.from(file.bytes));
}

/** Checks input with a schema; throws invalid_input with an error for each wrong field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: noMessage });
  if (!parsed.success) throw new AppError('invalid_input', describeIssues(parsed.error.issues, input));
  const fieldWithNul = findNul(parsed.data, 'This');
  if (fieldWithNul !== undefined) {
    const detail = `${fieldWithNul} holds a character that can’t be kept. Please remove it.`;
    throw new AppError('invalid_input', { detail });
  }
  return parsed.data;
}

/** A missing body is checked like an empty object, unless the contract lets it be absent. */
function parseBody(schema: z.ZodType, body: unknown): unknown {
  const isAbsent = body === undefined || body === null;
  return parseInput(schema, isAbsent && !schema.safeParse(undefined).success ? {} : (body ?? undefined));
}

function parseParams(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  // An id of a wrong form can't name anything that exists.
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

/** The name of a field with a U+0000, which PostgreSQL can't store in a text. */
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
    throw new AppError('unsupported_media_type', { detail: `This call accepts only ${expected}.` });
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
