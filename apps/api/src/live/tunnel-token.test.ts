// The tunnel token is stored in a cookie for the names of relays, where more programs can read it than the access token. As
// long as no relay accepts it, it gives no access at all (spec-decisions 8).
import { closeCodes, routes } from '@pocketfleet/contract';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestUser, form, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice } from '../assignments/assignments.ts';

// With a payment provider, so that all routes exist; it is never called.
const site = useTestApp({
  PAYMENT_SANDBOX_URL: 'http://127.0.0.1:9',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test',
});
let address: string;
let device: string;
let token: string;
let tunnelToken: string;

beforeAll(async () => {
  address = await site.listen();
  const user_id = await createTestUser(site.db, 'ada');
  device = await createTestDevice(site.db, await createTestHost(site.db), 'PF-001');
  const starts_at = new Date(site.app.deps.clock.nowMs() - 1_000).toISOString();
  await assignDevice(site.app.deps, {
    device_id: device,
    user_id,
    order_id: null,
    starts_at,
    expires_at: null,
  });
  await site.runJobs();
  token = await site.signIn('ada', testPassword);
  tunnelToken = await tunnelTokenOf(token);
});

async function tunnelTokenOf(accessToken: string): Promise<string> {
  const answer = await site.call('GET', '/api/tunnel-domains', { token: accessToken });
  expect(answer.body).toMatchObject({ domains: [], token: expect.stringMatching(/^[\w-]{43}$/) });
  return String(answer.body['token']);
}

test('it is the same for all calls of a session, differs between sessions, and is never the access token', async () => {
  expect(await tunnelTokenOf(token)).toBe(tunnelToken);
  expect(tunnelToken).not.toBe(token);
  expect(await tunnelTokenOf(await site.signIn('ada', testPassword))).not.toBe(tunnelToken);
});

const customerCalls = Object.entries(routes).filter(([, route]) => route.caller === 'customer');

test.each(customerCalls)('as a bearer token it is refused by %s', async (_, route) => {
  const path = `/api${route.path.replace(/\{\w+\}/g, device)}`;
  const payload = 'body' in route ? { payload: {} } : {};
  const refused = await site.call(route.method, path, { token: tunnelToken, ...payload });
  expect(refused).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
});

test('as a cookie, under either name, it is refused', async () => {
  for (const name of ['access_token', 'tunnel_token']) {
    const answer = await site.app.site.inject({
      method: 'GET',
      url: '/api/auth/me',
      headers: { cookie: `${name}=${tunnelToken}` },
    });
    expect([name, answer.statusCode]).toEqual([name, 401]);
  }
  expect((await site.call('GET', '/api/auth/me', { token })).status).toBe(200);
});

test('as a password it is refused', async () => {
  const login = form({ username: 'ada', password: tunnelToken });
  expect((await site.call('POST', '/api/auth/login', login)).status).toBe(401);
});

test.each(['/ws/events', '/ws/devices/{id}/stream', '/ws/devices/{id}/shell', '/ws/devices/{id}/files'])(
  'as a ticket or a cookie it is refused by %s',
  async (path) => {
    const url = `ws://${address}${path.replace('{id}', device)}`;
    const origin = 'http://localhost:4000';
    const cookie = `access_token=${tunnelToken}; tunnel_token=${tunnelToken}`;
    for (const [protocols, headers] of [
      [['pocketfleet', tunnelToken], {}],
      [['pocketfleet'], { cookie }],
    ] as const) {
      const socket = new WebSocket(url, [...protocols], { origin, headers });
      const messages: unknown[] = [];
      socket.on('message', (data) => messages.push(data));
      const code = await new Promise((resolve, reject) => {
        socket.on('close', resolve);
        socket.on('error', reject);
      });
      expect([protocols.length, code, messages.length]).toEqual([
        protocols.length,
        closeCodes.ticket_refused.code,
        0,
      ]);
    }
  },
);
