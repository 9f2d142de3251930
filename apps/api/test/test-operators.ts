// Operators for tests: accounts of a role, and a client that keeps the session's cookie.
import { operatorCookieName } from '@pocketfleet/contract';
import { type Db, sql } from '../src/platform/database.ts';
import { cheapPasswordHash } from './cheap-password-hash.ts';
import type { Answer, TestApp } from './test-app.ts';

export const operatorPassword = 'violet harbour lantern';
let operatorPasswordHash: Promise<string> | undefined;

/** Returns the id. */
export async function createTestOperator(db: Db, username: string, role: string): Promise<string> {
  operatorPasswordHash ??= cheapPasswordHash(operatorPassword);
  const result = await sql<{ id: string }>`
    insert into operators (username, password_hash, role)
    values (${username}, ${await operatorPasswordHash}, ${role}) returning id`.execute(db);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error('no operator was made');
  return id;
}

export type OperatorCallOptions = {
  /** Null: none. */
  origin?: string | null;
  headers?: Record<string, string>;
  address?: string;
};

export type OperatorClient = {
  call: (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    options?: OperatorCallOptions,
  ) => Promise<Answer & { bytes: Buffer }>;
  /** The session's token, as the cookie holds it. */
  token: () => string | undefined;
};

/** A browser on the operators' port. */
export function operatorClient(site: TestApp, token?: string): OperatorClient {
  let cookie = token;
  let device: string | undefined;
  const isHttps = site.app.deps.config.operatorUrl.startsWith('https:');
  return {
    token: () => cookie,
    call: async (method, path, body, options = {}) => {
      const headers: Record<string, string> = { ...options.headers };
      if (options.origin !== null) headers['origin'] = options.origin ?? 'http://localhost:4001';
      const cookies = cookie === undefined ? [] : [`${operatorCookieName(isHttps)}=${cookie}`];
      if (device !== undefined) cookies.push(device);
      if (cookies.length > 0) headers['cookie'] = cookies.join('; ');
      const response = await site.app.operator.inject({
        method,
        url: `/api${path}`,
        headers,
        remoteAddress: options.address ?? '127.0.0.1',
        ...(body === undefined ? {} : { payload: body }),
      });
      const setCookie = String(response.headers['set-cookie'] ?? '');
      const set = /^(?:__Host-)?operator_session=([^;]*)/.exec(setCookie)?.[1];
      if (set !== undefined) cookie = set === '' ? undefined : set;
      device = /(?:__Host-)?operator_device=[^;]*/.exec(setCookie)?.[0] ?? device;
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        body: isJson ? response.json() : {},
        headers: response.headers,
        bytes: response.rawPayload,
      };
    },
  };
}

/** A signed-in operator of this role (in the demo: no second factor). */
export async function signInOperator(
  site: TestApp,
  username: string,
  role: string,
): Promise<OperatorClient & { id: string }> {
  const id = await createTestOperator(site.db, username, role);
  const client = operatorClient(site);
  const answer = await client.call('POST', '/session', { username, password: operatorPassword });
  if (answer.status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(answer.body)}`);
  return { ...client, id };
}

export type AuditLine = {
  operator: string;
  role: string;
  act: string;
  subject: string;
  subject_id: string | null;
  reason: string;
  outcome: string;
  refusal: string | null;
  details: Record<string, unknown>;
};

/** The audit entries of an action, newest first. */
export async function auditOf(db: Db, act: string): Promise<AuditLine[]> {
  const result = await sql<AuditLine>`
    select operator, role, act, subject, subject_id, reason, outcome, refusal, details
    from operator_audit where act = ${act} order by id desc`.execute(db);
  return result.rows;
}
