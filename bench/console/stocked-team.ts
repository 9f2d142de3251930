// Fills a database for the console's pages: a number of phones and hosts, and in proportion tenants, orders, payments,
// cleanings, alarms, messages and a year of the audit log.
import { hashPassword } from '../../apps/api/src/accounts/accounts.ts';
import { type Db, sql } from '../../apps/api/src/platform/database.ts';
import { withoutMoves } from '../api-load/hosts.ts';

export const benchOperator = { username: 'bench', password: 'violet harbour lantern' } as const;

export async function stockTeam(db: Db, stock: { hosts: number; phones: number }): Promise<void> {
  const run = (query: ReturnType<typeof sql>) => query.execute(db);
  const { hosts, phones } = stock;
  await run(sql`insert into operators (username, password_hash, role)
    values (${benchOperator.username}, ${await hashPassword(benchOperator.password)}, 'admin')`);
  await run(sql`insert into hosts (name, public_key, link_node_id, link_beat_at, agent_version)
    select 'rack-' || lpad(n::text, 2, '0'), sha256(('h' || n)::bytea), 'node', app_now() + interval '1 day', '1.2.0'
    from generate_series(2, ${hosts}::int) n`);
  await run(sql`update hosts set name = 'rack-01' where name = 'bench'`);
  // Every phone on one of the hosts, every tenth quarantined, every seventh free.
  await withoutMoves(db, 'disable');
  await run(sql`update devices d set host_id = h.id, battery_temperature_tenths = 250 + (t.n % 100)::int
    from (select id, row_number() over (order by tag) as n from devices) t,
         (select id, row_number() over (order by name) as n from hosts) h
    where d.id = t.id and h.n = 1 + t.n % ${hosts}::int`);
  await withoutMoves(db, 'enable');
  await run(sql`update devices set state = 'quarantined', quarantine_reason = 'its screen flickers'
    where id in (select id from (select id, row_number() over (order by tag) as n from devices) t where n % 10 = 0)`);
  await run(sql`insert into assignments (device_id, user_id, state, starts_at, expires_at)
    select t.id, (select id from users order by username offset t.n % (select count(*) from users) limit 1),
           'scheduled', app_now() - interval '1 hour', app_now() + interval '1 day'
    from (select id, row_number() over (order by tag) as n from devices) t where t.n % 7 <> 0 and t.n % 10 <> 0`);
  // The phones are prepared already, because preparing hundreds at once would disturb the measured pages.
  await run(sql`update assignments set state = 'active', prepared_at = app_now(), told = 'ready'
    where starts_at <= app_now() and state = 'scheduled'`);
  await run(sql`insert into orders (user_id, state, phone_count, start_date, end_date, period, number_of_periods, amount, created_at)
    select u.id, (array['paid', 'expired', 'requested'])[1 + n % 3], 1, d, d + interval '1 day', 'day', 1, 1000, d
    from generate_series(1, ${phones * 40}::int) n
    join lateral (select id from users order by username offset n % (select count(*) from users) limit 1) u on true
    join lateral (select app_now() - n * interval '1 minute' as d) t on true`);
  await run(sql`insert into order_requests (user_id, idempotency_key, fingerprint, order_id)
    select user_id, id::text, sha256(id::text::bytea), id from orders where state = 'requested'`);
  await run(sql`insert into payments (order_id, attempt, idempotency_key, amount, status)
    select id, 1, 'order:' || id || ':1', 1000, 'succeeded' from orders where state = 'paid'`);
  await run(sql`insert into cleanings (device_id, purpose, reason, state, finished_at)
    select d.id, 'clean', 'a tenant left', 'failed', app_now() from devices d cross join generate_series(1, 20)`);
  await run(sql`insert into alarms (kind, device_id, host_id, detail)
    select 'battery_hot', id, host_id, 'The battery has 46 °C.' from devices where state = 'quarantined'`);
  await run(sql`insert into contact_messages (name, email, message, is_priority, is_suspect)
    select 'Ann', 'ann' || n || '@example.com', 'When do you open in Lisbon?', n % 3 = 0, false
    from generate_series(1, ${phones}::int) n`);
  await run(sql`insert into operator_audit (operator, role, act, subject, reason, outcome, address)
    select 'bench', 'admin', 'clean_phone', 'phone', 'every week', 'done', '127.0.0.1'
    from generate_series(1, ${phones * 100}::int)`);
  await run(sql`vacuum analyze`);
}
