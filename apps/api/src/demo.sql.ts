// The SQL of the demo's own rows.
import { termsVersion } from '@pocketfleet/rules';
import { type Db, sql } from './platform/database.ts';

export async function upsertDemoAccounts(
  db: Db,
  hashes: { customer: string; operator: string },
): Promise<void> {
  await sql`
    insert into users (username, first_name, last_name, email, password_hash, email_verified_at,
                       terms_version, terms_accepted_at)
    values ('demo', 'Demo', 'Customer', 'demo@pocketfleet.example', ${hashes.customer}, app_now(),
            ${termsVersion}, app_now())
    on conflict (username) do nothing`.execute(db);
  await sql`
    insert into operators (username, password_hash, role) values ('operator', ${hashes.operator}, 'admin')
    on conflict (username) do nothing`.execute(db);
}

export async function selectDemoUser(
  db: Db,
): Promise<{ id: string; running: number; assigned: number; orders: number } | undefined> {
  const result = await sql<{ id: string; running: number; assigned: number; orders: number }>`
    select u.id,
           (select count(*) from assignments where user_id = u.id and state in ('scheduled', 'active')) as running,
           (select count(*) from assignments where user_id = u.id) as assigned,
           (select count(*) from orders where user_id = u.id) as orders
    from users u where username = 'demo'`.execute(db);
  return result.rows[0];
}

/** Hosts whose keys count. */
export async function selectHostIds(db: Db): Promise<string[]> {
  const result = await sql<{ id: string }>`select id from hosts where revoked_at is null`.execute(db);
  return result.rows.map((row) => row.id);
}

/** Online devices that nobody has. First those whose model is there once, so that several phones of one model stay free. */
export async function selectFreeDevices(db: Db, count: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select d.id from devices d join device_presence p on p.device_id = d.id
    where p.connection_state = 'online' and d.state = 'ready'
      and not exists (select 1 from assignments a where a.device_id = d.id and a.state <> 'ended')
    order by (select count(*) from devices alike where alike.model = d.model), d.tag limit ${count}`.execute(
    db,
  );
  return result.rows.map((row) => row.id);
}

/** How many of these assignments can be used. */
export async function countOpen(db: Db, assignments: readonly string[]): Promise<number> {
  const result = await sql<{ count: number }>`select count(*)::int as count from assignments
    where id = any(${sql.val(assignments)}::uuid[]) and prepared_at is not null`.execute(db);
  return result.rows[0]?.count ?? 0;
}

/** Paid a month ago for a month that runs until tomorrow week; returns the order and its end. */
export async function insertDemoOrder(
  db: Db,
  userId: string,
  phoneCount: number,
  amount: number,
): Promise<{ id: string; number: string; amount: number; start_date: string; end_date: string }> {
  const result = await sql<{
    id: string;
    number: string;
    amount: number;
    start_date: string;
    end_date: string;
  }>`
    insert into orders (user_id, workspace_id, state, phone_count, start_date, end_date, period, number_of_periods, amount,
                        created_at, paid_at)
    select ${userId}::uuid, ${userId}::uuid, 'paid', ${phoneCount}::int, start, start + interval '1 month', 'month', 1, ${amount}::int,
           start, start
    from (select app_now() - interval '6 days' as start) as six_days_ago
    returning id, number, amount, start_date, end_date`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the demo order was not stored');
  return row;
}

/** A paid order of the demo's customer that no money is noted for. */
export async function selectUnchargedOrder(
  db: Db,
  userId: string,
): Promise<{ id: string; number: string; amount: number } | undefined> {
  const result = await sql<{ id: string; number: string; amount: number }>`
    select id, number, amount from orders o where user_id = ${userId} and state = 'paid'
      and not exists (select 1 from ledger l where l.order_id = o.id) limit 1`.execute(db);
  return result.rows[0];
}

/** A rental that was over `daysAgo` days ago, after `days` days. */
export async function insertEndedAssignment(
  db: Db,
  past: { user_id: string; device_id: string; daysAgo: number; days: number },
): Promise<void> {
  await sql`
    insert into assignments (device_id, user_id, workspace_id, state, starts_at, expires_at, ended_at, end_reason, told,
                             created_at)
    select ${past.device_id}::uuid, ${past.user_id}::uuid, ${past.user_id}::uuid, 'ended', ended_at - make_interval(days => ${past.days}),
           ended_at, ended_at, 'due', 'ended', ended_at - make_interval(days => ${past.days})
    from (select app_now() - make_interval(days => ${past.daysAgo}) as ended_at) as past`.execute(db);
}
