import { beforeEach, expect, test } from 'vitest';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const { shop, ada, bob } = useTwoRenters(8);
const hour = 3_600_000;
let team: string;
let week: number;

/** Ada owns the team, Bob is a manager. */
beforeEach(async () => {
  team = await createTestTeam(shop.site.db, ada.id);
  await addTestMember(shop.site.db, team, { user_id: bob.id, role: 'manager' });
  const { body } = await order(ada.token);
  week = Number(body['amount']);
  await shop.reset();
});

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, token: string, payload?: object) =>
  shop.site.call(method, path, { token, workspace: team, ...(payload && { payload }) });

/** `n` makes each selection another one. */
function order(token: string, n = 0, workspace = team) {
  return shop.site.call('POST', '/api/client/payments/create-payment-intent', {
    token,
    workspace,
    payload: {
      phone_count: 1,
      start_date: new Date(shop.site.app.deps.clock.nowMs() + n * hour - 60_000).toISOString(),
      period: 'week',
      number_of_periods: 1,
      currency: 'usd',
      metadata: { description: '', period: '' },
    },
  });
}
const limitBob = (cents: number | null) =>
  call('PATCH', `/api/workspaces/${team}/members/${bob.id}`, ada.token, { monthly_limit_cents: cents });
const limitTeam = (cents: number | null, token = ada.token) =>
  call('PATCH', `/api/workspaces/${team}/budget`, token, { monthly_limit_cents: cents });
const budget = async (token: string) => (await call('GET', `/api/workspaces/${team}/budget`, token)).body;

test('a member orders within their limit, and hears who may raise it', async () => {
  expect((await limitBob(week)).status).toBe(200);
  expect((await order(bob.token)).status).toBe(200);
  const refused = await order(bob.token, 1);
  expect(refused).toMatchObject({ status: 403, body: { code: 'over_budget' } });
  expect(refused.body['detail']).toMatch(
    /^This costs \$[\d.,]+, and you have \$0\.00 of your \$[\d.,]+ for this month left\. An owner or admin of the team can raise the limit on the page Team\.$/,
  );
  const { body: activity } = await call('GET', '/api/activity?kind=call.refused', ada.token);
  expect(activity['rows']).toMatchObject([
    {
      who: { kind: 'person', id: bob.id },
      details: { call: 'POST /client/payments/create-payment-intent', why: refused.body['detail'] },
    },
  ]);
  // Others, and Bob for himself, order on.
  expect((await order(ada.token, 2)).status).toBe(200);
  expect((await order(bob.token, 3, bob.id)).status).toBe(200);
  await limitBob(null);
  expect((await order(bob.token, 1)).status).toBe(200);
});

test('of orders at once only those that fit together are placed: of one member, and of a whole team', async () => {
  await limitBob(2 * week);
  const own = await Promise.all([0, 1, 2].map((n) => order(bob.token, n)));
  expect(own.map(({ status }) => status).sort()).toEqual([200, 200, 403]);
  await limitBob(null);
  await limitTeam(3 * week);
  const both = await Promise.all([order(ada.token, 3), order(bob.token, 4)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  const refused = both.find(({ status }) => status === 403);
  expect(refused?.body['detail']).toMatch(/the team has \$0\.00 .* An owner of the team can raise the limit/);
});

test('the same order again counts once, and last month’s money doesn’t count', async () => {
  await limitBob(week);
  expect((await order(bob.token)).status).toBe(200);
  const [{ id } = { id: '' }] = (await sql<{ id: string }>`select id from orders`.execute(shop.site.db)).rows;
  expect((await call('POST', `/api/orders/${id}/create-payment-intent`, bob.token)).status).toBe(200);
  await sql`update orders set state = 'paid', paid_at = app_now() - interval '32 days'`.execute(shop.site.db);
  expect((await order(bob.token, 1)).status).toBe(200);
});

test('an order counts for the member who pays it', async () => {
  await limitBob(week - 1);
  expect((await order(ada.token)).status).toBe(200);
  const [{ id } = { id: '' }] = (await sql<{ id: string }>`select id from orders`.execute(shop.site.db)).rows;
  const pay = (token: string) => call('POST', `/api/orders/${id}/create-payment-intent`, token);
  expect((await pay(bob.token)).status).toBe(403);
  await limitBob(week);
  expect((await pay(bob.token)).status).toBe(200);
  expect(await budget(bob.token)).toMatchObject({ own: { spent_cents: week, monthly_limit_cents: week } });
  expect(await budget(ada.token)).toMatchObject({ own: { spent_cents: 0 } });
});

test('spending is shown: all of it to those who manage it, and to a manager their own', async () => {
  await limitTeam(5 * week);
  await limitBob(2 * week);
  await order(ada.token);
  await order(bob.token, 1);
  expect(await budget(ada.token)).toEqual({
    own: { monthly_limit_cents: null, spent_cents: week },
    team: { monthly_limit_cents: 5 * week, spent_cents: 2 * week },
    members: expect.arrayContaining([
      { user_id: ada.id, spent_cents: week },
      { user_id: bob.id, spent_cents: week },
    ]),
  });
  expect(await budget(bob.token)).toEqual({
    own: { monthly_limit_cents: 2 * week, spent_cents: week },
    team: null,
    members: [],
  });
});

test('only an owner sets the team’s limit, and a personal account has none', async () => {
  expect((await limitTeam(1, bob.token)).status).toBe(403);
  const wrong = await limitTeam(-1);
  expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  const personal = await shop.site.call('PATCH', `/api/workspaces/${ada.id}/budget`, {
    token: ada.token,
    payload: { monthly_limit_cents: 1 },
  });
  expect(personal).toMatchObject({ status: 409, body: { code: 'conflict' } });
});
