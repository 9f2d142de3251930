import { countFreeDevices } from '../../apps/api/src/assignments/assignments.ts';
import { checkAvailability } from '../../apps/api/src/orders/orders.ts';
import { startClock } from '../../apps/api/src/platform/clock.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';
import { runClients } from '../renting/clients.ts';
import { startStockedDatabase } from '../renting/stocked-database.ts';
import type { Row } from '../row.ts';

const phones = 1_000;
const assignments = 50_000;
const clients = 4;
const seconds = 6;
const dayMs = 86_400_000;

/** Availability compared with the bare SQL of its count, in turns, over the same connections. */
export const availabilityRow: Row = {
  name: 'availability',
  aim: '95% of the bare SQL, at most 1 ms of CPU each, p99 under 50 ms',
  async measure() {
    const database = await startStockedDatabase({ phones, assignments, customers: 1, connections: clients });
    const clock = await startClock(database.db, createLog('silent'));
    try {
      const startAt = (turn: number) => new Date(clock.nowMs() + ((turn % 5) + 2) * dayMs).toISOString();
      const askProduct = (period: 'day' | 'week') => async (_: number, turn: number) => {
        const selection = {
          phone_count: 1 + (turn % 5),
          start_date: startAt(turn),
          period,
          number_of_periods: 1,
        };
        await checkAvailability({ db: database.db, clock }, selection);
      };
      const askBare = async (_: number, turn: number): Promise<void> => {
        const starts_at = startAt(turn);
        const expires_at = new Date(Date.parse(starts_at) + dayMs).toISOString();
        await countFreeDevices(database.db, { starts_at, expires_at });
      };
      await runClients(clients, 1, askProduct('day'));
      const cpuBefore = process.cpuUsage();
      const product = await runClients(clients, seconds, askProduct('day'));
      const cpu = process.cpuUsage(cpuBefore);
      const bare = await runClients(clients, seconds, askBare);
      const short = await runClients(clients, seconds, askProduct('week'));
      return {
        figures: [
          { what: 'answers per second', value: product.perSecond, unit: 'count' },
          { what: 'of the bare SQL', value: (product.perSecond / bare.perSecond) * 100, unit: '%' },
          { what: 'p50', value: product.p50Ms, unit: 'ms' },
          { what: 'p99', value: product.p99Ms, unit: 'ms' },
          {
            what: 'CPU of our process for each',
            value: (cpu.user + cpu.system) / 1_000 / product.done,
            unit: 'ms',
          },
          { what: 'when short, with the next start: per second', value: short.perSecond, unit: 'count' },
          { what: 'when short: p99', value: short.p99Ms, unit: 'ms' },
        ],
        baseline: [
          { what: 'bare SQL, per second', value: bare.perSecond, unit: 'count' },
          { what: 'bare SQL, p99', value: bare.p99Ms, unit: 'ms' },
        ],
        note: `${phones} phones, ${assignments} assignments, ${clients} clients. PostgreSQL shares the cores.`,
      };
    } finally {
      clock.stop();
      await database.stop();
    }
  },
};
