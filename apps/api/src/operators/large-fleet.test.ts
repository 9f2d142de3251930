import { beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { inTransaction, sql } from '../platform/database.ts';

// 500 phones on 25 hosts, 50,000 assignments of a week each, 20,000 orders: every list of the console answers what it
// should. How fast is the bench row `console`, measured in a browser and with a baseline beside it.

const site = useTestApp();
let support: OperatorClient;
let host: string;
beforeAll(async () => {
  support = await signInOperator(site, 'sue', 'support');
  await fill();
  host = String(((await support.call('GET', '/hosts')).body['rows'] as { id: string }[])[3]?.id);
});

test.each([
  ['all phones', '/phones?per_page=500', 500],
  ['phones by text', '/phones?q=rack-07&per_page=500', 20],
  ['phones by tenant’s name', '/phones?q=user.123', 1],
  ['phones by state', '/phones?state=quarantined&per_page=500', 25],
  ['phones by host', '/phones?host_id=HOST&per_page=500', 20],
  ['free phones', '/phones?tenant=none&connection=online&per_page=500', undefined],
  ['phones by temperature', '/phones?sort=temperature&direction=desc&per_page=500', 500],
  ['hosts', '/hosts', 25],
  ['calendar of 6 months', '/calendar?from=2030-01-01T00:00:00Z&to=2030-07-01T00:00:00Z&per_page=50', 50],
  ['orders by text', '/orders?q=user.123', undefined],
  ['orders by state', '/orders?state=paid', 100],
  ['payments', '/payments?status=succeeded', undefined],
  ['customers by text', '/customers?q=user.12', undefined],
  ['cleanings', '/cleanings', undefined],
  ['alarms', '/alarms?state=open', undefined],
  ['summary', '/summary', undefined],
])('%s: the filter answers on a large fleet', async (_, path, rows) => {
  const answer = await support.call('GET', path.replace('HOST', host));
  expect(answer.status).toBe(200);
  if (rows !== undefined) expect(answer.body['rows']).toHaveLength(rows);
});

async function fill(): Promise<void> {
  await inTransaction(site.db, async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx);
    // So many rows take a busy machine longer than a call may take.
    await run(sql`set local statement_timeout = 0`);
    await run(sql`insert into users (username, first_name, last_name, email, password_hash, email_verified_at)
    select 'user.' || n, 'Ada', 'Lovelace', 'user.' || n || '@example.com', 'x', app_now() from generate_series(1, 2000) n`);
    await run(sql`insert into hosts (name, public_key, link_node_id, link_beat_at)
    select 'rack-' || lpad(n::text, 2, '0'), sha256(n::text::bytea), 'node', app_now() + interval '1 day'
    from generate_series(1, 25) n`);
    await run(sql`insert into devices (identity, host_id, serial, tag, model, runner_state, battery_level, battery_temperature_tenths, state)
    select encode(sha256(('d' || n)::bytea), 'hex'), (select id from hosts order by name offset (n - 1) % 25 limit 1),
           'SERIAL-' || n, 'PF-' || lpad(n::text, 3, '0'), 'Pixel 8', 'ready', n % 100, 250 + n % 100,
           case when n % 20 = 0 then 'quarantined' else 'cleaning' end
    from generate_series(1, 500) n`);
    await run(sql`insert into orders (user_id, state, phone_count, start_date, end_date, period, number_of_periods, amount, created_at)
    select u.id, case when n % 3 = 0 then 'paid' when n % 3 = 1 then 'expired' else 'requested' end, 1, d, d + interval '1 day', 'day', 1, 1000, d
    from generate_series(1, 20000) n
    join lateral (select id from users where username = 'user.' || (1 + n % 2000)) u on true
    join lateral (select app_now() - n * interval '1 minute' as d) t on true`);
    await run(sql`insert into payments (order_id, attempt, idempotency_key, amount, status)
    select id, 1, 'order:' || id || ':1', 1000, 'succeeded' from orders where state = 'paid'`);
    for (let first = 1; first <= 100; first += 10) {
      await run(sql`insert into assignments (device_id, user_id, state, starts_at, expires_at, ended_at)
      select d.id, u.id, 'ended', t.at, t.at + interval '6 days', t.at + interval '6 days'
      from generate_series(${first}::int, ${first + 9}::int) n cross join devices d
      join lateral (select id from users where username = 'user.' || (1 + (n * 7) % 2000)) u on true
      join lateral (select timestamptz '2029-01-01' + n * interval '7 days' as at) t on true`);
    }
    await run(sql`insert into assignments (device_id, user_id, state, starts_at, expires_at)
    select d.id, u.id, 'scheduled', app_now() - interval '1 hour', app_now() + interval '1 day'
    from (select id, row_number() over (order by tag) as n from devices) d
    join users u on u.username = 'user.' || (100 + d.n) where d.n <= 300`);
    await run(sql`insert into cleanings (device_id, purpose, reason, state, finished_at)
    select d.id, 'clean', 'test', 'failed', app_now() from devices d cross join generate_series(1, 20)`);
    await run(sql`analyze`);
  });
}
