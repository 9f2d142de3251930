import { setTimeout as wait } from 'node:timers/promises';
import { type Db, sql } from '../../apps/api/src/platform/database.ts';
import { startApiUnderLoad } from '../api-load/api-under-load.ts';
import { type Asked, openCustomers } from '../api-load/customers.ts';
import { connectHosts } from '../api-load/hosts.ts';
import { percentile } from '../percentile.ts';
import { measureTree } from '../process-tree.ts';
import { startStockedDatabase } from '../renting/stocked-database.ts';
import type { Row } from '../row.ts';

const phones = 2_000;
const hosts = 20;
const customers = 1_000;
/** The number of calls of the single customer in the baseline. */
const aloneAnswers = 60;
const patienceMs = 120_000;
const warmUpS = 20;
const defaultSeconds = 40;
/** The time for which a person looks at a page before the next click. */
const pauseMs = 5_000;

/** A node of the API with a thousand customers, while the phones of twenty hosts come and go. */
export const apiLoadRow: Row = {
  name: 'api-load',
  aim: '1,000 customers at once and 2,000 phones on one node: no error, memory flat',
  async measure({ seconds = defaultSeconds }) {
    const database = await startStockedDatabase({ phones, assignments: 0, customers, connections: 4 });
    const fleet = await connectHosts(database.db, { phones, hosts });
    const api = await startApiUnderLoad(database.url);
    try {
      await fleet.link(api.agents);
      await until(async () => (await countOnline(database.db)) === phones);
      const alone = await openCustomers(database.db, api.site, { count: 1, pauseMs: 50 });
      await until(async () => alone.answers() >= aloneAnswers);
      const baseline = await alone.stop();
      const crowd = await openCustomers(database.db, api.site, { count: customers, pauseMs });
      await wait(warmUpS * 1_000);
      crowd.forget();
      const before = measureTree(api.pid);
      const startedMs = performance.now();
      await wait(seconds * 1_000);
      const tookS = (performance.now() - startedMs) / 1_000;
      const after = measureTree(api.pid);
      const online = await countOnline(database.db);
      const openSockets = crowd.openSockets();
      const asked = await crowd.stop();
      return {
        figures: [
          { what: 'customers, each with an open tab', value: openSockets, unit: 'count' },
          { what: 'phones online', value: online, unit: 'count' },
          { what: 'phones that changed, each second', value: fleet.changesEachSecond, unit: 'count' },
          { what: 'calls each second', value: asked.timesMs.length / tookS, unit: 'count' },
          ...times('', asked),
          { what: 'calls refused or failed', value: asked.failures.length, unit: 'count' },
          {
            what: 'CPU of the API, of one core',
            value: ((after.cpuSeconds - before.cpuSeconds) / tookS) * 100,
            unit: '%',
          },
          { what: 'memory of the API, begin', value: before.memoryMb, unit: 'MB' },
          { what: 'memory of the API, end', value: after.memoryMb, unit: 'MB' },
        ],
        baseline: times('one customer alone, ', baseline),
        note: [
          `${Math.round(tookS)} s. Customers, hosts and PostgreSQL share the cores; times are what the customers saw.`,
          ...asked.failures.slice(0, 3),
        ].join(' '),
      };
    } finally {
      await api.stop();
      fleet.stop();
      await database.stop();
    }
  },
};

async function countOnline(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from device_presence where connection_state = 'online'`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** Returns when the condition holds, or after a limit: a row with a low figure says more than no row. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (performance.now() < endMs && !(await isSo())) await wait(100);
}

function times(what: string, { timesMs }: Asked) {
  return [
    { what: `${what}p50`, value: percentile(timesMs, 0.5), unit: 'ms' as const },
    { what: `${what}p99`, value: percentile(timesMs, 0.99), unit: 'ms' as const },
  ];
}
