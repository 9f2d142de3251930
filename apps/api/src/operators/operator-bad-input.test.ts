// Refusals of the operators' API: the caller gets the reason, and the audit log has it.
import { randomUUID } from 'node:crypto';
import { type OperatorRouteDefinition, operatorRoutes } from '@pocketfleet/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { proveClean } from '../../test/test-devices.ts';
import { auditOf, type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { rent } from '../../test/test-rentals.ts';
import { useShop } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const shop = useShop(5);
let admin: OperatorClient;
let support: OperatorClient;
let grace: { id: string; token: string };
let otherOrder: string;
const reason = 'agreed on the telephone';

beforeAll(async () => {
  admin = await signInOperator(shop.site, 'ada', 'admin');
  support = await signInOperator(shop.site, 'sue', 'support');
  grace = await shop.customer('grace');
  otherOrder = await rent(shop, (await shop.customer('henry')).token);
});
beforeEach(() => shop.reset());

type Row = Record<string, unknown>;
type Answer = Awaited<ReturnType<OperatorClient['call']>>;
type Refused = {
  name: string;
  /** The calls; the last one is refused. */
  call: () => Promise<Answer>;
  status: number;
  code: string;
  /** The refusal that the caller gets. */
  says: RegExp;
  /** The act under which it is in the log. */
  act: string;
};

const refused: Refused[] = [
  {
    name: 'a refund above what was paid',
    call: async () => {
      const [payment] = await paymentsOf(await rent(shop, grace.token));
      const amount = Number(payment?.['amount']) + 1;
      return admin.call('POST', `/payments/${payment?.['id']}/refund`, { amount, reason });
    },
    status: 409,
    code: 'refund_too_high',
    says: /Only 50\.00 USD/,
    act: 'refund_payment',
  },
  {
    name: 'assigning a phone that is taken',
    call: async () => {
      const phone = await freePhone();
      expect((await assign(phone)).status).toBe(200);
      return assign(phone);
    },
    status: 409,
    code: 'conflict',
    says: /not free at that time/,
    act: 'assign_phone',
  },
  {
    name: 'assigning a phone that is dirty',
    call: async () => {
      const phone = await freePhone();
      await sql`update devices set state = 'cleaning', proven_by = null where id = ${phone}`.execute(
        shop.site.db,
      );
      return assign(phone);
    },
    status: 409,
    code: 'device_not_ready',
    says: /cleaning, not clean and ready/,
    act: 'assign_phone',
  },
  {
    name: 'assigning a quarantined phone',
    call: async () => {
      const phone = await freePhone();
      await sql`update devices set state = 'quarantined', proven_by = null where id = ${phone}`.execute(
        shop.site.db,
      );
      return assign(phone);
    },
    status: 409,
    code: 'device_not_ready',
    says: /quarantined/,
    act: 'assign_phone',
  },
  {
    name: 'assigning for an order that is no uuid',
    call: async () => assign(await freePhone(), { order_id: 'abc' }),
    status: 400,
    code: 'invalid_input',
    says: /order/i,
    act: 'assign_phone',
  },
  {
    name: 'assigning for an order that there isn’t',
    call: async () => assign(await freePhone(), { order_id: randomUUID() }),
    status: 400,
    code: 'invalid_input',
    says: /no such order/,
    act: 'assign_phone',
  },
  {
    name: 'assigning for another customer’s order',
    call: async () => assign(await freePhone(), { order_id: otherOrder }),
    status: 400,
    code: 'invalid_input',
    says: /no such order/,
    act: 'assign_phone',
  },
  {
    name: 'swapping to a phone that there isn’t',
    call: async () => {
      const { body } = await assign(await freePhone());
      const input = { device_id: randomUUID(), reason };
      return support.call('POST', `/assignments/${body['assignment_id']}/swap`, input);
    },
    status: 409,
    code: 'device_not_ready',
    says: /./,
    act: 'swap_phone',
  },
  {
    name: 'swapping to a quarantined phone',
    call: async () => {
      const { body } = await assign(await freePhone());
      const [free] = (await support.call('GET', '/phones?tenant=none&state=ready')).body['rows'] as Row[];
      const other = free?.['id'];
      await sql`update devices set state = 'quarantined', proven_by = null where id = ${other}`.execute(
        shop.site.db,
      );
      const input = { device_id: other, reason };
      return support.call('POST', `/assignments/${body['assignment_id']}/swap`, input);
    },
    status: 409,
    code: 'device_not_ready',
    says: /./,
    act: 'swap_phone',
  },
  {
    name: 'an act without its reason',
    call: async () => support.call('POST', `/phones/${await freePhone()}/quarantine`, {}),
    status: 400,
    code: 'invalid_input',
    says: /Say why/,
    act: 'quarantine_phone',
  },
];

test.each(refused)('$name is refused with the reason, and in the log', async ({ call, ...expected }) => {
  const answer = await call();
  expect(answer).toMatchObject({ status: expected.status, body: { code: expected.code } });
  expect(String(answer.body['detail'])).toMatch(expected.says);
  const [row] = await auditOf(shop.site.db, expected.act);
  expect(row).toMatchObject({ outcome: 'refused' });
  expect(row?.refusal).toBe(`${expected.code}: ${answer.body['detail']}`);
});

/** Every id that a list can be asked for by, from the contract: a new one is tested from its first day. */
const idQueries = Object.values(operatorRoutes as Record<string, OperatorRouteDefinition>).flatMap(
  (route) => {
    const shape = (
      route.query as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }
    )?.shape;
    return Object.entries(shape ?? {})
      .filter(([name]) => name.endsWith('_id') && name !== 'subject_id')
      .map(([name]) => [route.path, name] as const);
  },
);

test('all lists that can be filtered by an id are tested', () => {
  expect(idQueries.map(([path, name]) => `${path}?${name}`).sort()).toEqual([
    '/alarms?device_id',
    '/calendar?host_id',
    '/cleanings?device_id',
    '/orders?user_id',
    '/payments?order_id',
    '/phones?host_id',
  ]);
});

test.each(idQueries)('%s?%s= without a valid id is refused', async (path, name) => {
  const time = path === '/calendar' ? 'from=2030-01-01T00:00:00Z&to=2030-02-01T00:00:00Z&' : '';
  for (const value of ['abc', '1', '%00', "'or%201=1--", randomUUID().slice(1), '']) {
    const answer = await admin.call('GET', `${path}?${time}${name}=${value}`);
    expect([value, answer.status, answer.body['code']]).toEqual([value, 400, 'invalid_input']);
  }
  expect((await admin.call('GET', `${path}?${time}${name}=${randomUUID()}`)).body).toMatchObject({
    total: 0,
  });
});

async function assign(phone: string, more: object = {}): Promise<Answer> {
  const expires_at = new Date(Math.floor(shop.site.app.deps.clock.nowMs()) + 86_400_000).toISOString();
  return support.call('POST', `/phones/${phone}/assign`, { username: 'grace', expires_at, reason, ...more });
}

async function freePhone(): Promise<string> {
  await sql`update assignments set state = 'ended', ended_at = app_now() where state = 'active' and order_id is null`.execute(
    shop.site.db,
  );
  await sql`update devices set state = 'cleaning', quarantine_reason = '' where state = 'quarantined'`.execute(
    shop.site.db,
  );
  await proveClean(shop.site.db);
  const { body } = await support.call('GET', '/phones?tenant=none&state=ready');
  return String((body['rows'] as { id: string }[])[0]?.id);
}

async function paymentsOf(order: string): Promise<Row[]> {
  return (await admin.call('GET', `/payments?order_id=${order}`)).body['rows'] as Row[];
}
