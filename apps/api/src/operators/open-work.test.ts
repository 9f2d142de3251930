// The console's first page: what needs a person now, in its order, and only what the role may see.
import { expect, test } from 'vitest';
import { useTeamAtShop } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { listOpenWork } from './open-work.ts';

const reason = 'agreed on the telephone';
const { shop, admin, support, customer } = useTeamAtShop(3);

type Kind = { kind: string; count: number; entries: Record<string, unknown>[] };

async function openWork(client = admin): Promise<Kind[]> {
  return (await client.call('GET', '/open-work')).body['kinds'] as Kind[];
}

async function request(): Promise<string> {
  const start_date = new Date(shop.site.app.deps.clock.nowMs() + 5 * 86_400_000).toISOString();
  const payload = { phone_count: 2, start_date, period: 'day', number_of_periods: 1, currency: 'usd' };
  const answer = await shop.site.call('POST', '/api/orders', { token: customer.token, payload });
  return String(answer.body['id']);
}

test('nothing is open at first; then each kind is counted in its order, until it is done', async () => {
  expect(await openWork()).toEqual([]);
  const { rows } = (await admin.call('GET', '/phones')).body as { rows: { id: string; tag: string }[] };
  const [first, second] = rows;
  await admin.call('POST', `/phones/${first?.id}/quarantine`, { reason: 'cracked' });
  await sql`insert into alarms (kind, host_id, device_id, detail)
            select kind, host_id, id, detail from devices,
              (values ('cleaning_failed', 'the packages differ'), ('battery_hot', '46 °C')) as a (kind, detail)
            where id = ${second?.id}`.execute(shop.site.db);
  await shop.site.call('POST', '/api/contact', {
    payload: { name: 'Ines', email: 'ines@example.com', message: 'Do you have phones with two SIM cards?' },
  });
  const order = await request();
  expect(await openWork()).toMatchObject([
    {
      kind: 'alarms',
      count: 1,
      entries: [{ name: second?.tag, detail: 'battery_hot', subject_id: second?.id }],
    },
    { kind: 'requests', count: 1, entries: [{ subject_id: order, detail: '2 phones, grace' }] },
    {
      kind: 'messages',
      count: 1,
      entries: [{ name: 'Ines', detail: 'Do you have phones with two SIM cards?' }],
    },
    { kind: 'cleanings', count: 1, entries: [{ name: second?.tag, detail: 'the packages differ' }] },
    { kind: 'quarantined', count: 1, entries: [{ name: first?.tag, detail: 'cracked' }] },
  ]);

  await admin.call('POST', `/orders/${order}/quote`, { amount: 5_000, reason });
  expect((await openWork()).map(({ kind }) => kind)).not.toContain('requests');
  await shop.site.call('POST', `/api/orders/${order}/ask-for-new-dates`, { token: customer.token });
  expect(await openWork()).toContainEqual(
    expect.objectContaining({
      kind: 'requests',
      entries: [expect.objectContaining({ detail: '2 phones, grace, asks for other dates' })],
    }),
  );
  await admin.call('POST', `/orders/${order}/lost`, { reason });
  expect((await openWork()).map(({ kind }) => kind)).not.toContain('requests');
});

test('money that our team must send back is unsettled until it is sent', async () => {
  const order = await request();
  await admin.call('POST', `/orders/${order}/quote`, { amount: 5_000, reason });
  const payment = { method: 'bank_transfer', amount: 5_000, reference: 'SEPA-1', reason };
  await admin.call('POST', `/orders/${order}/payments`, payment);
  expect((await openWork()).map(({ kind }) => kind)).not.toContain('money');
  const cancelled = await shop.site.call('POST', `/api/orders/${order}/cancel`, { token: customer.token });
  expect(cancelled.status).toBe(200);
  expect(await openWork()).toContainEqual({
    kind: 'money',
    count: 1,
    entries: [expect.objectContaining({ subject_id: order, detail: 'Send back $50.00 by bank transfer' })],
  });
  const listed = (await admin.call('GET', '/payments?status=unsettled')).body;
  expect(listed).toMatchObject({ total: 1, rows: [{ order_id: order }] });
  const [{ id }] = listed['rows'] as [{ id: string }];
  await admin.call('POST', `/payments/${id}/refund`, { amount: 5_000, reference: 'SEPA-2', reason });
  expect((await openWork()).map(({ kind }) => kind)).not.toContain('money');
  expect((await admin.call('GET', '/payments?status=unsettled')).body).toMatchObject({ total: 0 });
});

test('a role sees only the kinds of its permissions', async () => {
  await sql`insert into alarms (kind, host_id, detail) select 'audit_broken', id, 'B1: 2 rows' from hosts limit 1`.execute(
    shop.site.db,
  );
  expect((await openWork(admin)).map(({ kind }) => kind)).toContain('integrity_checks');
  // Support has no audit_view.
  expect((await openWork(support)).map(({ kind }) => kind)).not.toContain('integrity_checks');
  expect(await listOpenWork(shop.site.db, [])).toEqual({ kinds: [] });
});
