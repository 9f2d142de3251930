import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { startApiProcess } from '../../apps/api/test/api-process.ts';
import { paths } from '../../apps/console/src/paths.ts';
import { openWholeBrowser } from '../../e2e/browser.ts';
import { consolePages } from '../../e2e/console-pages.ts';
import { findFreePort } from '../../tools/postgres/free-port.ts';
import { ensureSite } from '../../tools/start/site.ts';
import { everyInvariantChecked, measureFilter, measurePaint, medianOf } from '../console/page-times.ts';
import { benchOperator, stockTeam } from '../console/stocked-team.ts';
import { startStockedDatabase } from '../renting/stocked-database.ts';
import type { Figure, Row } from '../row.ts';

const large = { hosts: 25, phones: 500, assignments: 50_000, customers: 2_000 };
/** As many as the demo has. */
const small = { hosts: 1, phones: 12, assignments: 1_200, customers: 20 };

/** A filter text that matches some but not all rows of each list. */
const filters = [
  ['/fleet', 'PF-1'],
  ['/calendar', 'PF-1'],
  ['/hosts', 'no such host'],
  ['/orders', 'c1'],
  ['/payments', 'c1'],
  ['/customers', 'c1'],
  ['/audit-log', 'somebody'],
  ['/requests', 'c1'],
  ['/messages', 'ann1'],
  ['/cleanings', 'PF-1'],
] as const;

/** Every page of the console and the filters of its lists in Chromium, compared with a fleet of the demo's size. */
export const consoleRow: Row = {
  name: 'console',
  aim: 'each page painted within 1,000 ms, filters answered within 100 ms, with 500 phones on 25 hosts',
  async measure() {
    const figures = await measureWith(large);
    const baseline = await measureWith(small);
    return {
      figures,
      baseline,
      note: `Medians of five, the worst page first; the promises of money and inventory are painted when they are named, their checks follow. ${large.phones} phones on ${large.hosts} hosts, ${large.assignments} assignments, ${large.phones * 40} orders, ${large.phones * 100} lines of the audit log; the baseline is the same console with ${small.phones} phones on one host. Server, database and browser share the cores.`,
    };
  },
};

async function measureWith(stock: typeof large): Promise<Figure[]> {
  const { dist } = await ensureSite(resolve(import.meta.dirname, '../..'), 'console');
  const database = await startStockedDatabase({ ...stock, connections: 4 });
  const browser = await openWholeBrowser();
  const operatorPort = await findFreePort();
  try {
    await stockTeam(database.db, stock);
    const api = await startApiProcess({
      DATABASE_URL: database.url,
      PORT: String(await findFreePort()),
      OPERATOR_PORT: String(operatorPort),
      AGENT_PORT: String(await findFreePort()),
      CONSOLE_DIST: dist,
    });
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
      const page = await context.newPage();
      const origin = `http://localhost:${operatorPort}`;
      await signIn(page, origin);
      return await measurePages(page, origin);
    } finally {
      await api.kill();
    }
  } finally {
    await browser.close();
    await database.stop();
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('Username').fill(benchOperator.username);
  await page.getByLabel('Password', { exact: true }).fill(benchOperator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
}

/** The id of the first row that the signed-in page gets from a list. */
async function firstIdOf(page: Page, address: string): Promise<string> {
  const id = await page.evaluate(async (list) => (await (await fetch(list)).json()).rows[0]?.id, address);
  if (typeof id !== 'string') throw new Error(`${address} lists nothing`);
  return id;
}

async function measurePages(page: Page, origin: string): Promise<Figure[]> {
  const paints: Figure[] = [];
  const measure = async (what: string, path: string): Promise<void> => {
    paints.push({ what, value: medianOf(await measurePaint(page, origin + path)), unit: 'ms' });
  };
  for (const path of consolePages) await measure(`paint ${path}`, path);
  await measure('paint /phones/:id', paths.phone(await firstIdOf(page, '/api/phones')));
  await measure('paint /orders/:id', paths.order(await firstIdOf(page, '/api/orders')));
  const checked = await measurePaint(page, origin + paths.integrityChecks, everyInvariantChecked);
  const answers: Figure[] = [];
  for (const [path, text] of filters) {
    const times = await measureFilter(page, origin + path, text);
    answers.push({ what: `filter ${path}`, value: medianOf(times), unit: 'ms' });
  }
  const byWorst = (a: Figure, b: Figure) => b.value - a.value;
  const promises: Figure = { what: 'every promise checked', value: medianOf(checked), unit: 'ms' };
  return [...paints.sort(byWorst), promises, ...answers.sort(byWorst)];
}
