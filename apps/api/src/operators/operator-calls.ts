// Serves the calls of the operators' contract on OPERATOR_PORT. Each call checks origin, session, permission and input, runs
// the handler, and writes actions to the audit log, refused ones too. An action and its audit entry are one transaction.
import { type OperatorRouteDefinition, operatorCookieName, type Permission } from '@pocketfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { deviceTokenOf } from '../accounts/accounts.ts';
import { runAs } from '../platform/actor.ts';
import { AppError } from '../platform/app-error.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { cookieName, cookieText, readCookie } from '../platform/cookies.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import type { HttpServer } from '../platform/http-server.ts';
import { parseInput, sendResponse } from '../platform/implement.ts';
import { isOverLimit } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import { printable } from './audit-details.ts';
import { type AuditEntry, insertAudit } from './audit-log.sql.ts';
import { findSession, type OperatorSession, sessionMinutes } from './operator-sessions.ts';

type SchemaOutput<Route, Key extends string> = Route extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

type OperatorCall<Route extends OperatorRouteDefinition, Handle extends Db = Db> = {
  /** Undefined only for calls that visitors may make. */
  operator: Route['caller'] extends 'visitor' ? OperatorSession | undefined : OperatorSession;
  params: SchemaOutput<Route, 'params'>;
  query: SchemaOutput<Route, 'query'>;
  body: SchemaOutput<Route, 'body'>;
  address: string;
  /** The cookie of a browser with which an operator has signed in before. */
  deviceToken: string | undefined;
  /** The action's transaction; the pool for reads and attempts. */
  db: Handle;
  /** Sets the subject of the audit entry, if the path doesn't contain it. */
  about: (subjectId: string) => void;
  /** Adds details about the result to the audit entry. */
  note: (details: Record<string, unknown>) => void;
  /** Sets the operator of the audit entry when there is no session yet (sign-in). */
  actAs: (operator: Actor) => void;
  /** For attempts that change something: writes the audit entry in the handler's own transaction. */
  record: (tx: Db) => Promise<void>;
  /** Sets the session cookie, and for a complete session the device cookie. Both are sent after the audit entry is stored. */
  signInBrowser: (token: string, isComplete: boolean) => void;
  /** Deletes the session cookie. The device cookie stays. */
  signOutBrowser: () => void;
};

type Handler<Route extends OperatorRouteDefinition, Handle extends Db> = (
  call: OperatorCall<Route, Handle>,
) => Promise<z.input<Route['response']>>;

type Register<Handle extends Db> = <Route extends OperatorRouteDefinition>(
  route: Route,
  handler: Handler<Route, Handle>,
) => void;

export type OperatorCalls = {
  /** For calls that change nothing, or whose changes must stay when they are refused (sign-in, limits). */
  attempt: Register<Db>;
  /** For calls whose changes and audit entry are one transaction. */
  act: Register<Tx>;
};

export type OperatorCallsDeps = {
  db: Db;
  log: Log;
  server: HttpServer;
  allowedOrigins: readonly string[];
  isHttps: boolean;
};

/** Refused calls without a session that are written to the audit log. Further ones go to the node's log only. */
const strangerLimit = { name: 'operator-strangers', count: 60, windowS: 600 };

export function createOperatorCalls(deps: OperatorCallsDeps): OperatorCalls {
  const register = (route: OperatorRouteDefinition, run: Run): void => {
    deps.server.route({
      method: route.method,
      url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: (request, reply) => answerCall(deps, route, { request, reply }, run),
    });
  };
  // The input was parsed with the route's schemas, which the compiler can't see here.
  return {
    attempt: (route, handler) =>
      register(route, (work) => work(deps.db, (call) => handler(call as Parameters<typeof handler>[0]))),
    act: (route, handler) =>
      register(route, (work) =>
        inTransaction(deps.db, (tx) => work(tx, (call) => handler(call as Parameters<typeof handler>[0]))),
      ),
  };
}

type Work = (db: Db, handle: (call: unknown) => Promise<unknown>) => Promise<unknown>;
type Run = (work: Work) => Promise<unknown>;

async function answerCall(
  deps: OperatorCallsDeps,
  route: OperatorRouteDefinition,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  run: Run,
): Promise<unknown> {
  const entry = newEntry(route, request);
  try {
    const session = await findSession(
      deps,
      readCookie(request.headers.cookie, operatorCookieName(deps.isHttps)),
    );
    if (session !== undefined) Object.assign(entry, actorOf(session));
    refuseOtherSites(deps, route, request);
    refuseCaller(route, session, request);
    const input = {
      params: route.params && parseParams(route.params, request.params),
      query: route.query && parseInput(route.query, request.query),
      body: route.body && parseInput(route.body, readBody(request)),
    };
    let isRecorded = false;
    const record = async (db: Db): Promise<void> => {
      await insertAudit(db, { ...entry, outcome: 'done' });
      isRecorded = true;
    };
    let sent: string[] = [];
    const perform = () =>
      run(async (db, handle) => {
        const result = await handle({
          ...input,
          operator: session,
          address: request.ip,
          db,
          about: (subjectId: string) => Object.assign(entry, { subject_id: subjectId }),
          note: (details: Record<string, unknown>) => Object.assign(entry.details, details),
          actAs: (operator: Actor) => Object.assign(entry, actorOf(operator)),
          record,
          deviceToken: readCookie(request.headers.cookie, cookieName(deviceCookie, deps.isHttps)),
          signInBrowser: (token: string, isComplete: boolean) => {
            sent = cookiesOf(token, isComplete, deps.isHttps);
          },
          signOutBrowser: () => {
            sent = cookiesOf(null, false, deps.isHttps);
          },
        });
        const checked = route.response.parse(result);
        if (route.act !== null && !isRecorded) await record(db);
        return checked;
      });
    const answer = await (session
      ? runAs(`operator:${session.operator_id}`, request.ip, perform)
      : perform());
    // Set only after the audit entry is stored, so that no session is missing in the log.
    if (sent.length > 0) reply.header('set-cookie', sent);
    return sendResponse(route, reply, answer);
  } catch (error) {
    await auditRefusedCall(deps, route, entry, error, request).catch((failure) =>
      deps.log.error(
        { err: failure, act: entry.act },
        'a refused action could not be written to the audit log',
      ),
    );
    throw error;
  }
}

function newEntry(route: OperatorRouteDefinition, request: FastifyRequest): AuditEntry {
  const { id } = request.params as Record<string, unknown>;
  return {
    operator_id: null,
    operator: '',
    role: '',
    act: route.act?.name ?? `read ${route.path}`,
    subject: route.act?.subject ?? 'session',
    subject_id: typeof id === 'string' ? printable(id, 64) : null,
    outcome: 'done',
    refusal: null,
    ...auditedInput(route, request),
    address: request.ip.slice(0, 64),
  };
}

/** The input as parsed by the schema. Of an invalid body only the reason is logged, if it is printable. */
function auditedInput(
  route: OperatorRouteDefinition,
  request: FastifyRequest,
): { reason: string; details: Record<string, unknown> } {
  const parsed = route.body?.safeParse(request.body ?? {});
  if (parsed?.success !== true) {
    const { reason } = (request.body ?? {}) as { reason?: unknown };
    return { reason: typeof reason === 'string' ? printable(reason, 500) : '', details: {} };
  }
  const { reason, ...details } = parsed.data as Record<string, unknown>;
  return { reason: typeof reason === 'string' ? reason : '', details };
}

type Actor = { operator_id: string; username: string; role: string };

function actorOf(operator: Actor): Partial<AuditEntry> {
  return { operator_id: operator.operator_id, operator: operator.username, role: operator.role };
}

/** Refused actions are always logged; refused reads only for a missing permission or a customer's token. */
async function auditRefusedCall(
  deps: OperatorCallsDeps,
  route: OperatorRouteDefinition,
  entry: AuditEntry,
  error: unknown,
  request: FastifyRequest,
): Promise<void> {
  const refusal = error instanceof AppError && error.status < 500 ? error : undefined;
  const isStranger = entry.operator_id === null;
  const hasBearer = request.headers.authorization !== undefined;
  if (route.act === null && !(refusal?.code === 'forbidden' || (isStranger && hasBearer))) return;
  if (isStranger && (await isOverLimit(deps.db, strangerLimit, wideSubnetOf(request.ip)))) {
    deps.log.warn({ act: entry.act, address: request.ip }, 'too many refused calls without a session');
    return;
  }
  const row: AuditEntry = {
    ...entry,
    operator: isStranger && hasBearer ? '(a customer’s token)' : entry.operator,
    outcome: refusal === undefined ? 'failed' : 'refused',
    refusal: refusal === undefined ? 'internal' : `${refusal.code}: ${refusal.message}`,
  };
  // The refusal must be logged, even if its details can't be stored.
  await insertAudit(deps.db, row).catch(() => insertAudit(deps.db, { ...row, details: {} }));
}

/** A page of another site must not use an operator's cookie, so changes must come from an allowed origin. */
function refuseOtherSites(
  deps: OperatorCallsDeps,
  route: OperatorRouteDefinition,
  request: FastifyRequest,
): void {
  if (route.method === 'GET') return;
  const { origin } = request.headers;
  if (origin !== undefined && deps.allowedOrigins.includes(origin)) return;
  throw new AppError('forbidden', { detail: 'This call is only accepted from the console.' });
}

function refuseCaller(
  route: OperatorRouteDefinition,
  session: OperatorSession | undefined,
  request: FastifyRequest,
): void {
  if (route.caller === 'visitor') return;
  if (session === undefined) {
    if (request.headers.authorization === undefined) throw new AppError('not_authenticated');
    throw new AppError('not_authenticated', {
      detail: 'Customers’ access tokens are not valid here. Sign in as an operator.',
    });
  }
  if (route.caller === 'half_signed_in') return;
  if (session.step !== 'done') throw new AppError('second_factor_needed');
  if (route.permission !== null && !session.permissions.includes(route.permission)) {
    throw new AppError('forbidden', { detail: lacks(session.role, route.permission) });
  }
}

function lacks(role: string, permission: Permission): string {
  return `The role ${role} may not do this: it lacks "${permission.replaceAll('_', ' ')}".`;
}

function parseParams(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

/** Only JSON is accepted: another site can't send it without a CORS preflight. */
function readBody(request: FastifyRequest): unknown {
  if (request.body === undefined || request.body === null) return {};
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('unsupported_media_type');
  return request.body;
}

/** Shows that an operator has signed in with this browser before. It gives no access. */
const deviceCookie = 'operator_device';
const deviceDays = 90;

function cookiesOf(token: string | null, isComplete: boolean, isHttps: boolean): string[] {
  const session = { maxAgeS: sessionMinutes * 60, isHttps };
  const cookies = [cookieText(operatorCookieName(isHttps), token, session)];
  if (token !== null && isComplete) {
    const device = { maxAgeS: deviceDays * 86_400, isHttps };
    cookies.push(cookieText(cookieName(deviceCookie, isHttps), deviceTokenOf(token), device));
  }
  return cookies;
}
