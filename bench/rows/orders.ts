import { holdDevices, lockStock } from '../../apps/api/src/assignments/assignments.ts';
import { insertOrder } from '../../apps/api/src/orders/orders.sql.ts';
import { placeOrder } from '../../apps/api/src/orders/orders.ts';
import { AppError } from '../../apps/api/src/platform/app-error.ts';
import { startClock } from '../../apps/api/src/platform/clock.ts';
import { commitUnflushed, type Db, inTransaction, sql } from '../../apps/api/src/platform/database.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';
import { ownReach } from '../../apps/api/test/own-reach.ts';
import { runRounds } from '../renting/clients.ts';
import { startStockedDatabase } from '../renting/stocked-database.ts';
import type { Row } from '../row.ts';

const phones = 200;
const clients = 16;
const seconds = 6;
/** A round books less than the phones have free weeks, because a refused order costs two more calls. */
const rounds = 3;
const customers = 20_000;
const sellOut = { orders: 40, phonesEach: 5, extra: 10 };
const dayMs = 86_400_000;

/** Holds through the use case, compared with the same SQL without rules, events and jobs. */
export const ordersRow: Row = {
  name: 'orders',
  aim: 'p99 150 ms, exactly the stock sold, never a false "sold out"',
  async measure() {
    const database = await startStockedDatabase({ phones, assignments: 0, customers, connections: clients });
    const { db } = database;
    const clock = await startClock(db, createLog('silent'));
    try {
      const users = (await sql<{ id: string }>`select id from users order by username`.execute(db)).rows;
      let next = 0;
      const nextUser = (): string => users[next++ % users.length]?.id ?? '';
      const selectionFor = (turn: number) => ({
        phone_count: 1 + (turn % 5),
        start_date: new Date(clock.nowMs() + (1 + ((turn * 7) % 170)) * dayMs).toISOString(),
        period: 'week' as const,
        number_of_periods: 1,
      });
      let refused = 0;
      const inRounds = { count: rounds, between: () => forgetOrders(db) };
      const place = async (client: number, turn: number): Promise<void> => {
        await placeOrder({ db, clock }, ownReach(nextUser()), selectionFor(turn * clients + client)).catch(
          (error: unknown) => {
            if (!(error instanceof AppError && error.code === 'short_of_phones')) throw error;
            refused += 1;
          },
        );
      };
      // New connections have to load the catalogue first, so this time is a separate figure.
      const cold = await runRounds({ ...inRounds, count: 1 }, clients, 1, place);
      const product = await runRounds(inRounds, clients, seconds, place);
      const bare = await runRounds(inRounds, clients, seconds, async (client, turn) => {
        const selection = selectionFor(turn * clients + client);
        const expires_at = new Date(Date.parse(selection.start_date) + 7 * dayMs).toISOString();
        const period = { starts_at: selection.start_date, expires_at };
        const user_id = nextUser();
        await inTransaction(db, async (tx) => {
          await commitUnflushed(tx);
          await lockStock(tx);
          const order = await insertOrder(tx, {
            ...selection,
            ...period,
            user_id,
            workspace_id: user_id,
            placed_with: null,
            state: 'awaiting_payment',
            amount: 5_000,
          });
          const hold = { ...period, user_id, workspace_id: user_id, order_id: order.id, minutes: 15 };
          await holdDevices(tx, selection.phone_count, { ...hold, models: [] });
        });
      });
      const answers = await Promise.allSettled(
        Array.from({ length: sellOut.orders + sellOut.extra }, () =>
          placeOrder({ db, clock }, ownReach(nextUser()), {
            ...selectionFor(0),
            phone_count: sellOut.phonesEach,
          }),
        ),
      );
      const sold = answers.filter(({ status }) => status === 'fulfilled').length;
      return {
        figures: [
          { what: 'holds per second', value: product.perSecond, unit: 'count' },
          { what: 'p50', value: product.p50Ms, unit: 'ms' },
          { what: 'p99', value: product.p99Ms, unit: 'ms' },
          { what: 'p99 of the first second, all connections new', value: cold.p99Ms, unit: 'ms' },
          { what: 'of the bare SQL', value: (product.perSecond / bare.perSecond) * 100, unit: '%' },
          { what: `sold of ${sellOut.orders} orders that are exactly the stock`, value: sold, unit: 'count' },
        ],
        baseline: [
          { what: 'bare SQL, per second', value: bare.perSecond, unit: 'count' },
          { what: 'bare SQL, p99', value: bare.p99Ms, unit: 'ms' },
        ],
        note: `${phones} phones, ${clients} clients; ${refused} of ${cold.done + product.done} found too few. Sell-out: ${sellOut.orders + sellOut.extra} orders of ${sellOut.phonesEach} at once. PostgreSQL shares the cores.`,
      };
    } finally {
      clock.stop();
      await database.stop();
    }
  },
};

/** Nothing was paid, so no ledger row prevents the deletion. */
async function forgetOrders(db: Db): Promise<void> {
  await sql`delete from assignments`.execute(db);
  await sql`delete from orders`.execute(db);
}
