// Every call of the customer API by callers who are nobody to it, with ids that can't be one, and by its owner with all that
// follows: generated from the contract. The rights of each caller are in matrix.test.ts.
import { randomUUID } from 'node:crypto';
import type { RouteDefinition, RouteName } from '@pocketfleet/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/database.ts';
import { form } from '../test-app.ts';
import { useShop } from '../use-test-app.ts';
import { belongings, type Headers, makeStrangers, makeTenant, type Tenant } from './callers.ts';
import { bodyOf, customerRoutes, idKindOf } from './route-rules.ts';

const shop = useShop(4);
let ada: Tenant;
let eve: Tenant;
let strangers: Record<string, Headers>;
let calls = 0;

beforeAll(async () => {
  ada = await makeTenant(shop, 'ada');
  eve = await makeTenant(shop, 'eve');
  strangers = await makeStrangers(shop);
  // There is no agent: calls that need one are refused at once.
  await sql`update hosts set link_node_id = null`.execute(shop.site.db);
});

const guarded = customerRoutes.filter(([, route]) => route.caller === 'customer');
const withId = guarded.filter(([, route]) => idKindOf(route) !== undefined);
const malformed = [
  '1',
  'null',
  `${randomUUID()}x`,
  '..%2f..%2fetc',
  '%00',
  "'%20or%201=1--",
  'x'.repeat(300),
];

type Asked = { status: number; code: unknown; text: string };

/** Each from a place of its own: limits that count addresses are tested elsewhere. */
async function ask(name: RouteName, route: RouteDefinition, headers: Headers, id: string): Promise<Asked> {
  calls += 1;
  const body = bodyOf(name, id === '' ? eve.ids.assignment : id);
  const isForm = route.bodyKind === 'form';
  const payload = body === undefined ? {} : isForm ? formOf(body) : { payload: body };
  const { contentType, ...sent } = payload as { contentType?: string; payload?: string | object };
  const response = await shop.site.app.site.inject({
    method: route.method,
    url: `/api${route.path.replace('{id}', id).replace(/\{\w+\}/, randomUUID())}`,
    headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
    remoteAddress: `10.${Math.floor(calls / 250)}.${calls % 250}.1`,
    ...sent,
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const code = isJson && response.body !== '' ? (response.json() as { code?: unknown }).code : undefined;
  return { status: response.statusCode, code, text: response.body };
}

const formOf = (body: object) => form(body as Record<string, string>);

let evesToken: string | undefined;

/** She signs in again only where a call has ended her session: hashing a password is most of a sign-in's cost. */
async function asEve(): Promise<Headers> {
  await sql`delete from limit_windows`.execute(shop.site.db);
  const isIn =
    evesToken && (await shop.site.call('GET', '/api/auth/profile', { token: evesToken })).status === 200;
  evesToken = isIn ? evesToken : await eve.token();
  return { authorization: `Bearer ${evesToken}` };
}

test('every call is classified: what its id names, and a body that is right', () => {
  for (const [name, route] of customerRoutes) {
    expect(() => [idKindOf(route), bodyOf(name)], name).not.toThrow();
    expect(['visitor', 'customer'], name).toContain(route.caller);
  }
  const open = customerRoutes.filter(([, route]) => route.caller === 'visitor').map(([name]) => name);
  // A call for everybody is a decision: it is named here.
  expect(open.sort()).toEqual(
    [
      'login',
      'enterSecondFactor',
      'register',
      'forgotPassword',
      'checkResetLink',
      'lockAccount',
      'resetPassword',
      'verifyEmail',
      'resendVerification',
      'sendContactMessage',
      'openShareLink',
      'joinShareLink',
    ].sort(),
  );
});

describe('callers who are no signed-in customer are told to sign in', () => {
  test.each(guarded)('%s', async (name, route) => {
    const kind = idKindOf(route);
    const before = await belongings(shop, ada.id);
    for (const [who, headers] of Object.entries(strangers)) {
      // The caller is checked before the id is read: malformed ids are tried without any token only.
      const more = who === 'nobody' ? malformed : [];
      const ids = kind === undefined ? [''] : [ada.ids[kind], randomUUID(), ...more];
      for (const id of ids) {
        const { status, code } = await ask(name, route, headers, id);
        expect([who, id, status, code]).toEqual([who, id, 401, 'not_authenticated']);
      }
    }
    expect(await belongings(shop, ada.id)).toBe(before);
  });
});

describe('an id that can’t be one names nothing', () => {
  test.each(withId)('%s', async (name, route) => {
    const headers = await asEve();
    for (const id of malformed) {
      const { status, code } = await ask(name, route, headers, id);
      expect([id, status, code]).toEqual([id, 404, 'not_found']);
    }
  });
});

describe('the owner is let in', () => {
  // Calls that end something run last, so that the others still find it.
  const order = [
    'rotateKey',
    'revokeKey',
    'deleteShareLink',
    'revokeConnection',
    'deleteWebhook',
    'cancelOrder',
    'handBack',
    'endSession',
    'logout',
    'endAllSessions',
  ];
  // Guests' calls are for guests; the others need a phone, a guest or a program's request that is named elsewhere.
  const needsMore = [
    'createShareLink',
    'changeGuest',
    'removeGuest',
    'getConsent',
    'approveConsent',
    'denyConsent',
    // They need a factor that was confirmed, or its proof: see accounts/second-factor-settings.test.ts.
    'confirmAuthenticator',
    'confirmPasskey',
    'askForPasskey',
    'renameSecondFactor',
    'removeSecondFactor',
  ];
  const own = guarded.filter(
    ([name, route]) => route.caller === 'customer' && route.needs !== 'guest' && !needsMore.includes(name),
  );
  const inOrder = own.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  test.each(inOrder)('%s', async (name, route) => {
    const kind = idKindOf(route);
    const { status, code } = await ask(name, route, await asEve(), kind === undefined ? '' : eve.ids[kind]);
    expect(['not_authenticated', 'device_not_assigned', 'not_found', 'forbidden', 'internal']).not.toContain(
      code,
    );
    expect(status).not.toBe(404);
  });
});

describe('public calls need no sign-in', () => {
  const open = customerRoutes.filter(([, route]) => route.caller === 'visitor');
  test.each(open)('%s', async (name, route) => {
    for (const [who, headers] of Object.entries(strangers)) {
      const { status, code } = await ask(name, route, headers, '');
      expect([who, status, code]).not.toContain('not_authenticated');
      expect([who, status < 500]).toEqual([who, true]);
    }
  });
});
