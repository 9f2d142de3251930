// The control plane beside a running payment sandbox, as in the demo: webhooks come over the network.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@pocketfleet/payment-sandbox';
import { pino } from 'pino';
import { inTransaction, sql } from '../src/platform/database.ts';
import { createTestUser, startTestApp, type TestApp, testPassword } from './test-app.ts';
import { createTestDevice, createTestHost, proveClean } from './test-devices.ts';

export type Shop = {
  site: TestApp;
  sandbox: Sandbox;
  /** The address of webhooks, and the secret that signs them. */
  webhook: { url: string; secret: string };
  /** Signs a new customer in. */
  customer: (username: string) => Promise<{ id: string; token: string }>;
  /** Pays an intent by its secret, as the browser's card form does. */
  pay: (clientSecret: string, number?: string) => Promise<{ status: number; body: Record<string, unknown> }>;
  ledger: () => Promise<{ charges: Charge[]; refunds: { amount: number; payment_intent: string }[] }>;
  /** Empties orders, money and assignments; phones stay. */
  reset: () => Promise<void>;
  stop: () => Promise<void>;
};

type Charge = { amount: number; amount_refunded: number; payment_intent: string };

export async function startShop(phones: number): Promise<Shop> {
  const webhook = { url: 'http://127.0.0.1:9/', secret: 'whsec_0123456789abcdef0123456789abcdef' };
  const dataDir = mkdtempSync(join(tmpdir(), 'pocketfleet-sandbox-'));
  const log = pino({ level: 'silent' });
  // Both sides share one clock, as on a day when nothing is wrong.
  let nowMs = Date.now;
  const sandbox = await startSandbox({ port: 0, dataDir, webhook, log, nowMs: () => nowMs() });
  const site = await startTestApp(
    { PAYMENT_SANDBOX_URL: sandbox.url, STRIPE_WEBHOOK_SECRET: webhook.secret },
    { leads: false },
  );
  nowMs = site.app.deps.clock.nowMs;
  webhook.url = `http://${await site.listen()}/webhooks/stripe`;
  const host = await createTestHost(site.db);
  for (let index = 1; index <= phones; index += 1) {
    await createTestDevice(site.db, host, `PF-${String(index).padStart(3, '0')}`);
  }
  await sql`update hosts set link_beat_at = app_now() + interval '10000 days'`.execute(site.db);
  // Tests that are about the provider's lists read them. Otherwise a turn of the reader could note what an earlier test
  // has charged.
  await sql`update provider_lists set next_read_at = 'infinity'`.execute(site.db);
  return {
    site,
    sandbox,
    webhook,
    customer: async (username) => {
      const id = await createTestUser(site.db, username);
      const token = await site.signIn(username, testPassword);
      // Rentals outlive a sign-in; tests of them don't sign in again each week.
      await sql`update credentials set expires_at = expires_at + interval '10000 days'`.execute(site.db);
      return { id, token };
    },
    pay: async (clientSecret, number = '4242424242424242') => {
      const intentId = clientSecret.split('_secret_')[0];
      const response = await fetch(`${sandbox.url}/v1/payment_intents/${intentId}/confirm`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_test_sandbox' },
        body: new URLSearchParams({
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2090',
          'payment_method_data[card][cvc]': '123',
          'payment_method_data[billing_details][address][postal_code]': '10001',
        }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    ledger: async () => (await fetch(`${sandbox.url}/sandbox/ledger`)).json() as ReturnType<Shop['ledger']>,
    reset: async () => {
      Object.assign(sandbox.faults.webhooks, { drop: false, copies: 1, reverse: false });
      sandbox.faults.next.length = 0;
      site.outbox.length = 0;
      site.agents.prepare = true;
      await sql`alter table ledger disable trigger user`.execute(site.db);
      await sql`alter table state_changes disable trigger user`.execute(site.db);
      await sql`delete from state_changes where kind <> 'device'`.execute(site.db);
      // Together: a webhook of an earlier test that comes now must not keep its event and lose its job.
      await inTransaction(site.db, async (tx) => {
        await sql`truncate ledger, disputes, refunds, payments, payment_events, order_requests, assignments, orders cascade`.execute(
          tx,
        );
        await sql`delete from graphile_worker._private_jobs`.execute(tx);
      });
      await sql`truncate provider_movements, audit_gaps`.execute(site.db);
      // Instants of the provider's lists are whole seconds: what earlier tests charged is older than the next one.
      await sql`update provider_lists set began_at = app_now() + interval '1 second', read_until = app_now(),
        failing_since = null, failure = null`.execute(site.db);
      await sql`alter table ledger enable trigger user`.execute(site.db);
      await sql`alter table state_changes enable trigger user`.execute(site.db);
      await proveClean(site.db);
    },
    stop: async () => {
      await sandbox.stop();
      await site.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Events of the intent behind a client secret: late webhooks of an earlier test's payment don't count. */
export async function countEvents(shop: Shop, secret: string): Promise<number | undefined> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from payment_events
    where intent_id = ${secret.split('_secret')[0]}`.execute(shop.site.db);
  return rows.rows[0]?.n;
}
