// Every call of customers and operators with everything that does not belong there: no 500, no stack trace, no
// hang, no word of our tools, and the server answers as before. Small here; `npm run proof -- fuzz` is the whole.
import { randomUUID } from 'node:crypto';
import { operatorRoutes, type RouteShape } from '@pocketfleet/contract';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runAudit } from '../../src/payments/run-audit.ts';
import { sql } from '../../src/platform/database.ts';
import { createSecret, hashSecret } from '../../src/platform/secrets.ts';
import { proofSeed, proofSize, proofTimeoutMs } from '../proof-size.ts';
import { createTestOperator } from '../test-operators.ts';
import type { Shop } from '../test-payments.ts';
import { useShop } from '../use-test-app.ts';
import { makeTenant, type Tenant } from './callers.ts';
import { callsOf, expectDecent, send } from './fuzzed-calls.ts';
import { customerRoutes } from './route-rules.ts';

const shop = useShop(4);
let ada: Tenant;
let operatorId: string;
let sent = 0;
const runs = proofSize(1, 400);

beforeAll(async () => {
  ada = await makeTenant(shop, 'ada');
  operatorId = await createTestOperator(shop.site.db, 'fuzzing', 'admin');
  await sql`update hosts set link_node_id = null`.execute(shop.site.db);
});
afterEach(async () => {
  // An operator may have suspended this customer, which is allowed.
  await sql`update users set suspended_at = null, restricted_at = null`.execute(shop.site.db);
  // The server is as it was. On a busy machine it may not reach its database for once.
  const token = await newToken();
  await vi.waitFor(async () =>
    expect(await shop.site.call('GET', '/api/auth/me', { token, address: nextAddress() })).toMatchObject({
      status: 200,
      body: { username: 'ada' },
    }),
  );
});

const newToken = async (): Promise<string> => {
  const token = createSecret();
  await sql`insert into credentials (user_id, token_hash, expires_at, subnet)
    values (${ada.id}, ${hashSecret(token)}, app_now() + interval '1 hour', 'fuzz')`.execute(shop.site.db);
  return token;
};

const newSession = async (): Promise<string> => {
  const token = createSecret();
  await sql`update operators set disabled_at = null, role = 'admin' where id = ${operatorId}`.execute(
    shop.site.db,
  );
  await sql`insert into operator_sessions (operator_id, token_hash, is_complete, expires_at)
    values (${operatorId}, ${hashSecret(token)}, true, app_now() + interval '1 hour')`.execute(shop.site.db);
  return token;
};

/** Limits that count addresses are tested elsewhere. */
function nextAddress(): string {
  sent += 1;
  return `10.${Math.floor(sent / 62_500) % 250}.${Math.floor(sent / 250) % 250}.${sent % 250}`;
}

async function fuzz(
  server: Shop['site']['app']['site'],
  route: RouteShape,
  headers: () => Promise<Record<string, string>>,
): Promise<void> {
  const ids = [...Object.values(ada.ids), ...(await otherIds()), randomUUID()];
  await fc.assert(
    fc.asyncProperty(callsOf(route, ids), async (call) => {
      await sql`delete from limit_windows`.execute(shop.site.db);
      expectDecent(await send(server, route, call, { headers: await headers(), address: nextAddress() }));
    }),
    { numRuns: runs, seed: proofSeed, endOnFailure: true },
  );
}

/** Ids for the paths of operators' calls. */
async function otherIds(): Promise<string[]> {
  const found = await sql<{ id: string }>`
    (select id from hosts limit 1) union all (select id from payments limit 1) union all
    (select id from users limit 2) union all (select id from contact_messages limit 1)`.execute(shop.site.db);
  return found.rows.map(({ id }) => id);
}

describe('customers', () => {
  test.each(customerRoutes)(
    '%s',
    (_name, route) =>
      fuzz(shop.site.app.site, route, async () => ({ authorization: `Bearer ${await newToken()}` })),
    proofTimeoutMs,
  );
});

describe('operators', () => {
  test.each(Object.entries(operatorRoutes) as [string, RouteShape][])(
    '%s',
    (_name, route) =>
      fuzz(shop.site.app.operator, route, async () => ({
        cookie: `operator_session=${await newSession()}`,
        origin: 'http://localhost:4001',
      })),
    proofTimeoutMs,
  );
});

describe('others', () => {
  test(
    'hosts that enrol',
    async () => {
      const { enrolmentRequest, enrolmentResponse } = await import('@pocketfleet/contract');
      const route: RouteShape = {
        method: 'POST',
        path: '/../agent/enrol',
        summary: '',
        body: enrolmentRequest,
        response: enrolmentResponse,
      };
      await fc.assert(
        fc.asyncProperty(callsOf(route, ['x']), async ({ payload, contentType }) => {
          await sql`delete from limit_windows`.execute(shop.site.db);
          const response = await shop.site.app.agents.inject({
            method: 'POST',
            url: '/agent/enrol',
            remoteAddress: nextAddress(),
            ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
            ...(payload === undefined ? {} : { payload }),
          });
          const type = String(response.headers['content-type']);
          expectDecent({ status: response.statusCode, text: response.body, type });
        }),
        { numRuns: runs * 4, seed: proofSeed, endOnFailure: true },
      );
    },
    proofTimeoutMs,
  );

  test(
    'webhooks of somebody who is not the payment provider',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.jsonValue(),
          fc.string({ unit: 'binary-ascii', maxLength: 200 }),
          async (body, junk) => {
            const response = await shop.site.app.site.inject({
              method: 'POST',
              url: '/webhooks/stripe',
              remoteAddress: nextAddress(),
              headers: {
                'content-type': 'application/json',
                'stripe-signature': junk.replace(/[^ -~]/g, '') || 't=1,v1=00',
              },
              payload: JSON.stringify(body),
            });
            expectDecent({
              status: response.statusCode,
              text: response.body,
              type: String(response.headers['content-type']),
            });
            expect(response.statusCode).toBe(400);
          },
        ),
        { numRuns: runs * 2, seed: proofSeed, endOnFailure: true },
      );
    },
    proofTimeoutMs,
  );
});

test("nobody's money is wrong after all of it", async () => {
  expect(await runAudit(shop.site.app.deps, 'always')).toEqual([]);
});
