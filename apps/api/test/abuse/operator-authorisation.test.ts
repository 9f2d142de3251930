// Every call of the operators' API, by everybody who is no operator in good standing, and for ids that name
// nothing. Which role may do what is the table in src/operators/roles.test.ts.
import { randomUUID } from 'node:crypto';
import {
  type OperatorRouteDefinition,
  type OperatorRouteName,
  operatorRoutes,
  routes,
} from '@pocketfleet/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/database.ts';
import { createSecret, hashSecret } from '../../src/platform/secrets.ts';
import { createTestUser, testPassword } from '../test-app.ts';
import { createTestOperator, operatorPassword, signInOperator } from '../test-operators.ts';
import { useTestApp } from '../use-test-app.ts';
import type { Headers } from './callers.ts';

type Named = readonly [OperatorRouteName, OperatorRouteDefinition];
const all = Object.entries(operatorRoutes) as Named[];
const guarded = all.filter(([, route]) => route.caller !== 'visitor');
const fully = all.filter(([, route]) => route.caller === 'operator');
const origin = 'http://localhost:4001';
const malformed = [
  '1',
  'null',
  `${randomUUID()}x`,
  '..%2f..%2fetc',
  '%00',
  "'%20or%201=1--",
  'x'.repeat(300),
];

const site = useTestApp();
let admin: string;
let strangers: Record<string, Headers>;
let halfSignedIn: Headers;
let calls = 0;

beforeAll(async () => {
  await createTestUser(site.db, 'ada');
  const ada = await site.signIn('ada', testPassword);
  const tunnel = await site.call('GET', `/api${routes.tunnelDomains.path}`, { token: ada });
  const signIn = async (username: string) => (await signInOperator(site, username, 'admin')).token() ?? '';
  admin = await signIn('admin');
  const change = async (what: 'ran_out' | 'idle' | 'ended' | 'disabled'): Promise<string> => {
    const token = await signIn(what);
    const hash = hashSecret(token);
    const changes = {
      ran_out: sql`update operator_sessions set created_at = app_now() - interval '1 day',
        expires_at = app_now() where token_hash = ${hash}`,
      idle: sql`update operator_sessions set last_used_at = app_now() - interval '3 hours'
        where token_hash = ${hash}`,
      ended: sql`update operator_sessions set revoked_at = app_now() where token_hash = ${hash}`,
      disabled: sql`update operators set disabled_at = app_now() where username = 'disabled'`,
    };
    await changes[what].execute(site.db);
    return token;
  };
  const cookie = (token: string): Headers => ({ cookie: `operator_session=${token}` });
  strangers = {
    nobody: {},
    'a made-up session': cookie('A'.repeat(43)),
    'a customer': { authorization: `Bearer ${ada}` },
    'a customer with their token as a session': cookie(ada),
    'a tunnel token': cookie(String(tunnel.body['token'])),
    'an admin with their session as a token': { authorization: `Bearer ${admin}` },
    'a session that has run out': cookie(await change('ran_out')),
    'a session that was not used for hours': cookie(await change('idle')),
    'a session that was ended': cookie(await change('ended')),
    'an operator who was disabled': cookie(await change('disabled')),
  };
  halfSignedIn = cookie(await halfSession());
});

/** A password was right, the code is missing. */
async function halfSession(): Promise<string> {
  const id = await createTestOperator(site.db, 'half', 'admin');
  const token = createSecret();
  await sql`insert into operator_sessions (operator_id, token_hash, is_complete, expires_at)
    values (${id}, ${hashSecret(token)}, false, app_now() + interval '5 minutes')`.execute(site.db);
  await sql`update operators set totp_secret = '\\x00112233445566778899' where id = ${id}`.execute(site.db);
  return token;
}

/** Each from a place of its own: limits that count addresses are tested elsewhere. */
async function ask(route: OperatorRouteDefinition, headers: Headers, id: string = randomUUID()) {
  calls += 1;
  const response = await site.app.operator.inject({
    method: route.method,
    url: `/api${route.path.replace('{id}', id)}`,
    headers: { origin, ...headers },
    remoteAddress: `10.${Math.floor(calls / 250)}.${calls % 250}.1`,
    ...(route.method === 'GET' ? {} : { payload: { reason: 'because it is asked' } }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    code: isJson ? (response.json() as { code?: string }).code : undefined,
  };
}

test('every id of an address is one that a test can make', () => {
  for (const [name, route] of all) expect(route.path.replace('{id}', ''), name).not.toContain('{');
  // A call for everybody is a decision: it is named here.
  expect(all.filter(([, route]) => route.caller === 'visitor').map(([name]) => name)).toEqual(['signIn']);
});

describe('callers who are no operator are told to sign in', () => {
  test.each(guarded)('%s', async (_name, route) => {
    for (const [who, headers] of Object.entries(strangers)) {
      // The caller is checked before the id is read: malformed ids are tried without any session only.
      for (const id of [randomUUID(), ...(who === 'nobody' ? malformed : [])]) {
        const { status, code } = await ask(route, headers, id);
        expect([who, id, status, code]).toEqual([who, id, 401, 'not_authenticated']);
      }
    }
  });
});

describe('an operator whose code is missing gets no further', () => {
  test.each(fully)('%s', async (_name, route) => {
    const answer = await ask(route, halfSignedIn);
    expect(answer).toEqual({ status: 403, code: 'second_factor_needed' });
  });
});

describe('another site can’t act with an admin’s cookie', () => {
  const writes = all.filter(([, route]) => route.method !== 'GET');
  const origins = [
    'https://evil.example',
    'null',
    'http://localhost:4000',
    'http://localhost:4001.evil.example',
  ];
  test.each(writes)('%s', async (_name, route) => {
    const cookie = `operator_session=${admin}`;
    for (const other of origins) {
      expect([other, await ask(route, { cookie, origin: other })]).toEqual([
        other,
        { status: 403, code: 'forbidden' },
      ]);
    }
  });
});

describe('for an admin an id that names nothing is not found', () => {
  const withId = all.filter(([, route]) => route.path.includes('{id}'));
  test.each(withId)('%s', async (_name, route) => {
    const headers = { cookie: `operator_session=${admin}` };
    for (const id of malformed) {
      expect([id, await ask(route, headers, id)]).toEqual([id, { status: 404, code: 'not_found' }]);
    }
    const { status } = await ask(route, headers);
    // A body that is not complete may be found first.
    expect([400, 404]).toContain(status);
  });
});

test('an admin is let in by every call that needs no more than that', async () => {
  const headers = { cookie: `operator_session=${admin}` };
  for (const [name, route] of guarded.filter(([each]) => each !== 'signOut')) {
    const { status } = await ask(route, headers);
    expect([401, 403, 500], name).not.toContain(
      name === 'enterCode' || name === 'confirmTotp' ? 200 : status,
    );
  }
});

test('the operators’ calls and pages are not on the customer site, nor the agents’', async () => {
  const customers = new Set(Object.values(routes).map(({ method, path }) => `${method} ${path}`));
  const onlyOurs = all.filter(([, { method, path }]) => !customers.has(`${method} ${path}`));
  for (const server of [site.app.site, site.app.agents]) {
    for (const [name, route] of onlyOurs) {
      const url = `/api${route.path.replace('{id}', randomUUID())}`;
      const headers = { cookie: `operator_session=${admin}`, origin };
      const { statusCode } = await server.inject({ method: route.method, url, headers });
      // A path that also matches a customer's route still needs a customer's token.
      expect([401, 404], name).toContain(statusCode);
    }
    for (const url of ['/metrics', '/health/live', '/health/ready', '/mail', '/mail.json']) {
      expect((await server.inject({ url })).statusCode, url).toBe(404);
    }
  }
});

test('an operator can sign in', async () => {
  const payload = { username: 'admin', password: operatorPassword };
  const response = await site.app.operator.inject({
    method: 'POST',
    url: '/api/session',
    headers: { origin },
    payload,
  });
  expect(response.statusCode).toBe(200);
});
