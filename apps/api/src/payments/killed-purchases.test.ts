// kill -9 of the API at each statement of a purchase, before and after it reaches the database; then a restart.
// In each case the customer ends up with their phones and one charge.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@pocketfleet/payment-sandbox';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../../test/api-process.ts';
import { isSmallProof, proofTimeoutMs } from '../../test/proof-size.ts';
import { type StatementProxy, startStatementProxy } from '../../test/statement-proxy.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { createTestDevice, createTestHost, proveClean } from '../../test/test-devices.ts';
import { startClock } from '../platform/clock.ts';
import { type Database, openDatabase, sql } from '../platform/database.ts';
import { runAudit } from './run-audit.ts';

/** From the moment at which the API is back. */
const consistentWithinMs = 30_000;
/** A busy machine takes half a minute to start a killed API. */
const backWithinMs = 120_000;
/** When the API that runs now was ready. */
let backAtMs = 0;
const secret = 'whsec_0123456789abcdef0123456789abcdef';
const card = '4242424242424242';
/** The statements of a purchase, without those of background work. */
const isStep = (text: string): boolean =>
  /insert into (?:orders|assignments|payments|payment_events|ledger|mails)|update (?:orders|payments set|payment_events)|set hold_expires_at = null|graphile_worker\.add_job|for update/.test(
    text,
  );

let database: TestDatabase;
let direct: Database;
let proxy: StatementProxy;
let sandbox: Sandbox;
let dataDir: string;
let api: ApiProcess;
let site: string;
let env: Record<string, string>;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  direct = openDatabase({ url: database.url, poolSize: 3, log: pino({ level: 'silent' }) });
  proxy = await startStatementProxy(database.url);
  const [port, operatorPort, agentPort] = await freePorts(3);
  site = `http://127.0.0.1:${port}`;
  dataDir = mkdtempSync(join(tmpdir(), 'pocketfleet-kills-'));
  const webhook = { url: `${site}/webhooks/stripe`, secret };
  sandbox = await startSandbox({ port: 0, dataDir, webhook, log: pino({ level: 'silent' }) });
  env = {
    DATABASE_URL: proxy.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    AGENT_PORT: String(agentPort),
    PAYMENT_SANDBOX_URL: sandbox.url,
    STRIPE_WEBHOOK_SECRET: secret,
  };
  const host = await createTestHost(direct.db);
  for (let index = 1; index <= 60; index += 1) await createTestDevice(direct.db, host, `PF-${index}`);
  await sql`update hosts set link_beat_at = app_now() + interval '1 day'`.execute(direct.db);
  await createTestUser(direct.db, 'ada');
  api = await startApiProcess(env);
  const answer = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'ada', password: testPassword }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});

afterAll(async () => {
  await api.kill();
  await sandbox.stop();
  await proxy.stop();
  await direct.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

let purchases = 0;
type Input = ReturnType<typeof nextInput>;

test(
  'after a kill -9 at any step of a purchase there is one order, one charge, and the phones',
  async () => {
    const steps: string[] = [];
    proxy.watch((text) => {
      if (isStep(text)) steps.push(text);
      return true;
    });
    await buy(nextInput());
    expect(steps.length).toBeGreaterThan(10);
    const stride = isSmallProof ? Math.ceil(steps.length / 3) : 1;
    let killed = 0;
    for (let step = 0; step < steps.length; step += stride) {
      for (const isBefore of isSmallProof ? [step % 2 === 0] : [true, false]) {
        killed += await buyWithKill(step, isBefore);
      }
    }
    expect(killed).toBeGreaterThan(1);
  },
  proofTimeoutMs,
);

/** Returns 1 when the kill came; a purchase may take fewer steps than the first one. */
async function buyWithKill(step: number, isBefore: boolean): Promise<number> {
  let seen = 0;
  let dying: Promise<void> | undefined;
  proxy.watch((text) => {
    if (dying !== undefined) return false;
    if (!isStep(text) || seen++ !== step) return true;
    dying = api.kill();
    return !isBefore;
  });
  const input = nextInput();
  const bought = buy(input);
  // A failure is retried by the browser, which `buy` does.
  const watcher = setInterval(() => {
    if (dying === undefined) return;
    clearInterval(watcher);
    dying.then(async () => {
      proxy.watch(undefined);
      api = await startApiProcess(env);
      backAtMs = performance.now();
    });
  }, 5);
  try {
    await bought;
  } finally {
    clearInterval(watcher);
    proxy.watch(undefined);
  }
  await expect.poll(() => api.isAlive(), { timeout: backWithinMs }).toBe(true);
  return dying === undefined ? 0 : 1;
}

/** A patient customer: retries until there is a response, pays, and waits for the phones. */
async function buy(input: Input): Promise<void> {
  const opened = await eventually(() => open(input));
  await eventually(() => pay(String(opened['client_secret'])));
  const paidAtMs = performance.now();
  const orderId = String(opened['order_id']);
  await expect
    .poll(async () => (await stateOf(orderId)).state, { timeout: backWithinMs, interval: 50 })
    .toBe('paid');
  expect(performance.now() - Math.max(paidAtMs, backAtMs)).toBeLessThan(consistentWithinMs);
  expect(await stateOf(orderId)).toEqual({ state: 'paid', phones: 2, charged: 4_000, orders: purchases });
  const clock = await startClock(direct.db, pino({ level: 'silent' }));
  expect(await runAudit({ db: direct.db, clock }, 'always')).toEqual([]);
  clock.stop();
  // So that there are always phones.
  await sql`update assignments set state = 'ended', ended_at = app_now(), end_reason = 'revoked'
            where order_id = ${orderId}`.execute(direct.db);
  await proveClean(direct.db);
}

function nextInput() {
  purchases += 1;
  return {
    phone_count: 2,
    start_date: new Date(Date.now() - 60_000 + purchases).toISOString(),
    period: 'day',
    number_of_periods: 1,
    currency: 'usd',
    metadata: { description: '', period: '' },
  };
}

async function open(input: Input): Promise<Record<string, unknown> | undefined> {
  const answer = await fetch(`${site}/api/client/payments/create-payment-intent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(5_000),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  // Dying and reviving servers answer 5xx; anything else is a wrong answer.
  if (answer.status >= 500) return undefined;
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body;
}

async function pay(clientSecret: string): Promise<true | undefined> {
  const id = clientSecret.split('_secret_')[0];
  const answer = await fetch(`${sandbox.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2090',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][address][postal_code]': '10001',
    }),
  });
  return answer.ok || answer.status === 400 ? true : undefined;
}

async function stateOf(orderId: string) {
  const result = await sql<{ state: string; phones: number; charged: number; orders: number }>`
    select o.state, (select count(*)::int from assignments where order_id = o.id and state <> 'held') as phones,
           (select coalesce(sum(amount), 0)::int from ledger where order_id = o.id) as charged,
           (select count(*)::int from orders) as orders
    from orders o where o.id = ${orderId}`.execute(direct.db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the order is gone');
  return row;
}

/** Until it gives something; a refused connection is nothing yet. */
async function eventually<Result>(ask: () => Promise<Result | undefined>): Promise<Result> {
  let found: Result | undefined;
  const tryOnce = async (): Promise<boolean> => {
    found = await ask().catch((error: unknown) => {
      if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError'))
        return undefined;
      throw error;
    });
    return found !== undefined;
  };
  await expect.poll(tryOnce, { timeout: backWithinMs, interval: 50 }).toBe(true);
  if (found === undefined) throw new Error('no answer in time');
  return found;
}

/** Below the range from which the system takes ports for outgoing calls: ours must be free at each restart. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count && attempt < 100; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
