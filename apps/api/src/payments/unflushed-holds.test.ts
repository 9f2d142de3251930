// Which commits wait for the disk (decision 042): not the one of a hold; each that has to do with money.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownReach } from '../../test/own-reach.ts';
import { createTestUser } from '../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { placeOrder } from '../orders/orders.ts';
import { type Clock, startClock } from '../platform/clock.ts';
import { type Database, inTransaction, openDatabase, sql } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import type { PaymentIntent, PaymentProvider } from '../platform/stripe.ts';
import { openPayment } from './payments.ts';
import { settleIntent } from './settle.ts';

const log = createLog('silent');
let database: TestDatabase;
let open: Database;
let clock: Awaited<ReturnType<typeof startClock>>;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const first = openDatabase({ url: database.url, poolSize: 1, log });
  // The tests' server waits for no disk: sessions that begin from here on do, as in production.
  const name = new URL(database.url).pathname.slice(1);
  await sql`alter database ${sql.id(name)} set synchronous_commit = on`.execute(first.db);
  await first.stop();
  open = openDatabase({ url: database.url, poolSize: 4, log });
  clock = await startClock(open.db, log);
  userId = await createTestUser(open.db, 'ada');
  const host = await createTestHost(open.db);
  for (const tag of ['PF-1', 'PF-2', 'PF-3']) await createTestDevice(open.db, host, tag);
  await sql`update hosts set link_beat_at = app_now() + interval '30 days'`.execute(open.db);
  // At its commit each transaction says how it commits.
  await sql`create table test.commits (kind text, mode text)`.execute(open.db);
  await sql`create function test.note_commit() returns trigger language plpgsql as
    'begin insert into test.commits values (tg_table_name, current_setting(''synchronous_commit'')); return null; end'`.execute(
    open.db,
  );
  for (const table of ['orders', 'payments', 'ledger']) {
    await sql`create constraint trigger note_commit after insert or update on ${sql.table(table)}
      deferrable initially deferred for each row execute function test.note_commit()`.execute(open.db);
  }
});
afterAll(async () => {
  clock?.stop();
  await open?.stop();
  await database?.drop();
});

const input = () => ({
  phone_count: 1,
  start_date: new Date(clock.nowMs() + 48 * 3_600_000).toISOString(),
  period: 'week' as const,
  number_of_periods: 1,
});

/** How the transactions that wrote these since the last look have committed. */
async function commits(): Promise<string[]> {
  const rows = await sql<{ said: string }>`
    with gone as (delete from test.commits returning *)
    select distinct kind || ' ' || mode as said from gone order by said`.execute(open.db);
  return rows.rows.map(({ said }) => said);
}

test('a hold is committed without waiting for fsync, but payment attempts and ledger entries wait', async () => {
  await commits();
  let made: PaymentIntent | undefined;
  let before: string[] = [];
  const provider = {
    createIntent: async ({ order_id, payment_id, amount }) => {
      before = await commits();
      made = {
        id: `pi_${randomUUID()}`,
        status: 'requires_payment_method',
        amount,
        amount_received: 0,
        currency: 'usd',
        client_secret: 'secret',
        order_id,
        payment_id,
        created_at: new Date().toISOString(),
      };
      return made;
    },
  } as Partial<PaymentProvider> as PaymentProvider;
  const config = { publicUrl: 'http://localhost', payments: undefined };
  const deps = { db: open.db, clock: clock as Clock, config, log, provider };
  const { order } = await openPayment(deps, ownReach(userId), input());
  // Before the provider hears of the order, all of it is on disk.
  expect(before).toEqual(['orders off', 'payments on']);
  if (made === undefined) throw new Error('no intent was made');
  await settleIntent(deps, { ...made, status: 'succeeded', amount_received: order.amount });
  expect(await commits()).toEqual(['ledger on', 'orders on', 'payments on']);
});

test('an order that is placed within another transaction doesn’t change how that one commits', async () => {
  await commits();
  await inTransaction(open.db, (tx) => placeOrder({ db: tx, clock }, ownReach(userId), input()));
  expect(await commits()).toEqual(['orders on']);
});
