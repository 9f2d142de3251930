// The whole control plane on a database of its own, without listening: requests are injected. For tests of
// websockets `listen()` opens the site on a free port of loopback.
import type { AddressInfo } from 'node:net';
import { workspaceHeader } from '@pocketfleet/contract';
import type { OutsideFetch } from '../src/access/oauth/outside-fetch.ts';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { startEvents } from '../src/platform/bus/start-events.ts';
import { startClock } from '../src/platform/clock.ts';
import { type Db, openDatabase, sql } from '../src/platform/database.ts';
import { openJobConnections } from '../src/platform/job-runner.ts';
import { runDueJobs } from '../src/platform/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { startNode } from '../src/platform/node.ts';
import { type OutgoingMail, type Smtp, SmtpError } from '../src/platform/smtp.ts';
import { createProvider } from '../src/platform/stripe.ts';
import { cheapPasswordHash } from './cheap-password-hash.ts';
import { answerPreparations } from './stand-in-agent.ts';
import { createTestDatabase } from './test-database.ts';

export type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

export type TestApp = {
  app: App;
  db: Db;
  databaseUrl: string;
  /** Calls the API; a string payload is sent as it is, an object as JSON. */
  call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options?: CallOptions) => Promise<Answer>;
  /** Signs in through the API and returns the access token. */
  signIn: (username: string, password: string) => Promise<string>;
  /** Moves app_now() forward and lets the code's clock read it again. */
  advance: (interval: string) => Promise<void>;
  /** Runs what is due. Phones on hosts that are only rows are prepared for their tenants, as agents would do it. */
  runJobs: () => Promise<void>;
  /** `prepare`: agents report prepared phones by themselves; otherwise a test answers with `answerPreparations`. */
  agents: { prepare: boolean };
  /** Mails sent so far. */
  outbox: OutgoingMail[];
  /** Opens the site on a free port; returns "127.0.0.1:port". */
  listen: () => Promise<string>;
  stop: () => Promise<void>;
};

export type CallOptions = {
  token?: string;
  payload?: string | object;
  contentType?: string;
  address?: string;
  idempotencyKey?: string;
  /** Of the header that picks a workspace. */
  workspace?: string;
};

/** `socketChecksMs`: far away, open sockets close by events alone. */
export type TestAppOptions = {
  leads?: boolean;
  fetchOutside?: OutsideFetch;
  socketChecksMs?: number;
  socketLeaseMs?: number;
};

/** With `leads: false` no periodic work of the fleet runs: the test runs the sweeps and audits itself, when it needs them. */
export async function startTestApp(
  env: Record<string, string> = {},
  { leads = true, fetchOutside, socketChecksMs, socketLeaseMs }: TestAppOptions = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    NATS_URL: process.env['TEST_NATS_URL'],
    DEMO: '1',
    PORT: '4000',
    DATABASE_POOL_SIZE: '6',
    ...env,
  });
  const log = createLog(config.logLevel);
  const { db, stop: closeDatabase } = openDatabase({ url: database.url, poolSize: 6, log });
  const clock = await startClock(db, log);
  const node = await startNode({ db, log, url: config.nodeUrl });
  const events = await startEvents({ databaseUrl: database.url, db, log, node }, config.nats);
  const outbox: OutgoingMail[] = [];
  const smtp = createFakeSmtp(outbox);
  const app = await createApp({
    config,
    db,
    clock,
    node: leads ? node : { ...node, isLeader: () => false },
    events,
    smtp,
    provider: createProvider(config),
    log,
    ...(fetchOutside && { fetchOutside }),
    ...(socketChecksMs !== undefined && { socketChecksMs }),
    ...(socketLeaseMs !== undefined && { socketLeaseMs }),
  });
  await app.site.ready();

  // Kept from run to run: a new connection costs more than most jobs.
  const jobConnections = openJobConnections({ databaseUrl: database.url, log }, 3);
  const agents = { prepare: true };
  const call: TestApp['call'] = async (method, path, options = {}) => {
    const isText = typeof options.payload === 'string';
    const headers: Record<string, string> = {};
    if (options.token !== undefined) headers['authorization'] = `Bearer ${options.token}`;
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
    if (options.workspace !== undefined) headers[workspaceHeader] = options.workspace;
    const contentType = options.contentType ?? (options.payload === undefined || isText ? undefined : json);
    if (contentType !== undefined) headers['content-type'] = contentType;
    const response = await app.site.inject({
      method,
      url: path,
      headers,
      remoteAddress: options.address ?? '127.0.0.1',
      ...(options.payload === undefined ? {} : { payload: options.payload }),
    });
    const isJson = String(response.headers['content-type']).startsWith(json);
    return {
      status: response.statusCode,
      body: isJson ? response.json() : { text: response.body },
      headers: response.headers,
    };
  };

  return {
    app,
    db,
    databaseUrl: database.url,
    outbox,
    call,
    signIn: async (username, password) => {
      const answer = await call('POST', '/api/auth/login', form({ username, password }));
      const token = answer.body['access_token'];
      if (typeof token !== 'string') throw new Error(`sign-in failed: ${JSON.stringify(answer.body)}`);
      return token;
    },
    advance: async (interval) => {
      await sql`update test.clock set shift = shift + ${interval}::interval`.execute(db);
      await clock.sync();
    },
    agents,
    runJobs: async () => {
      const run = () => runDueJobs({ connections: jobConnections, log, handlers: app.tasks });
      await run();
      while (agents.prepare && (await answerPreparations(app))) await run();
    },
    listen: async () => {
      await app.site.listen({ host: '127.0.0.1', port: 0 });
      return `127.0.0.1:${(app.site.server.address() as AddressInfo).port}`;
    },
    stop: async () => {
      await app.stop();
      clock.stop();
      await node.stop();
      await events.stop();
      await jobConnections.end();
      await closeDatabase();
      await database.drop();
    },
  };
}

const json = 'application/json';

/** The body of a form post. */
export function form(fields: Record<string, string>): { payload: string; contentType: string } {
  return {
    payload: new URLSearchParams(fields).toString(),
    contentType: 'application/x-www-form-urlencoded',
  };
}

export const testPassword = 'correct horse battery';
let testPasswordHash: Promise<string> | undefined;

/** A customer with `testPassword`; verified unless said otherwise. Returns the id. */
export async function createTestUser(
  db: Db,
  username: string,
  state: { is_verified?: boolean; is_suspended?: boolean } = {},
): Promise<string> {
  testPasswordHash ??= cheapPasswordHash(testPassword);
  const result = await sql<{ id: string }>`
    insert into users (username, first_name, last_name, email, password_hash, email_verified_at, suspended_at)
    values (${username}, 'Ada', 'Lovelace', ${`${username}@example.com`}, ${await testPasswordHash},
            case when ${state.is_verified ?? true} then app_now() end,
            case when ${state.is_suspended ?? false} then app_now() end)
    returning id`.execute(db);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error('no user was made');
  return id;
}

/** Keeps what is sent. Refuses as real servers do: bounce@ for good, greylist@ until the second try. */
function createFakeSmtp(outbox: OutgoingMail[]): Smtp {
  const tried = new Set<string>();
  return {
    send: async (mail) => {
      if (mail.to.startsWith('bounce@')) throw new SmtpError('550 no such mailbox', true, undefined);
      if (mail.to.startsWith('greylist@') && !tried.has(mail.messageId)) {
        tried.add(mail.messageId);
        throw new SmtpError('451 try again later', false, undefined);
      }
      outbox.push(mail);
    },
    stop: () => undefined,
  };
}
