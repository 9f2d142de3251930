// One-shot, only with DEMO=1: `accounts` makes the demo's customer and operator and prints an enrolment code
// for the agent (`new-agent`: the hosts there were count no more); `assign` waits until the phones are there and gives the customer three of them, a history
// and an order. Both may run again.
import { hashPassword } from './accounts/passwords.ts';
import { assignDevice } from './assignments/assignments.ts';
import { readConfig } from './config.ts';
import {
  countOpen,
  insertDemoOrder,
  insertEndedAssignment,
  selectDemoUser,
  selectFreeDevices,
  selectHostIds,
  selectUnchargedOrder,
  upsertDemoAccounts,
} from './demo.sql.ts';
import type { DemoOrder } from './demo-payment.ts';
import { createEnrolmentCode, revokeHost } from './devices/devices.ts';
import { type Db, inTransaction, openDatabase } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';

const demoPhones = 3;
const monthlyCents = 13_000;
const waitForPhonesMs = 80_000;
const pollEveryMs = 50;

/**
 * Its password is public and contains its username, which the rules refuse for other accounts. The
 * rules are checked only when a password or name is chosen, not for existing ones.
 */
export async function makeDemoAccounts(db: Db): Promise<void> {
  await upsertDemoAccounts(db, {
    customer: await hashPassword('Pocketfleet-demo-1'),
    operator: await hashPassword('Pocketfleet-operator-1'),
  });
}

/**
 * Assigns phones to the demo's customer; waits for the phones at most `timeoutMs`. If the customer had phones before, only
 * unfinished steps of an earlier start are done. `charge` pays the order at the payment sandbox.
 */
export async function assignDemoPhones(
  db: Db,
  timeoutMs: number,
  charge: (order: DemoOrder) => Promise<void>,
): Promise<void> {
  const user = await selectDemoUser(db);
  if (user === undefined) throw new Error('there is no demo customer: run `demo.ts accounts` first');
  // An earlier start may have failed before the money was there.
  const uncharged = await selectUnchargedOrder(db, user.id);
  if (uncharged !== undefined) await charge(uncharged);
  if (user.assigned > 0) return;
  const devices = await waitForDevices(db, timeoutMs);
  const assignments: string[] = [];
  const order = await inTransaction(db, async (tx) => {
    const order = await insertDemoOrder(tx, user.id, demoPhones, demoPhones * monthlyCents);
    const pasts = [
      { daysAgo: 12, days: 7 },
      { daysAgo: 34, days: 1 },
      { daysAgo: 61, days: 31 },
    ];
    for (const [index, device_id] of devices.entries()) {
      const past = pasts[index];
      if (past !== undefined) await insertEndedAssignment(tx, { user_id: user.id, device_id, ...past });
      assignments.push(
        await assignDevice(
          { db: tx },
          {
            device_id,
            user_id: user.id,
            order_id: order.id,
            starts_at: order.start_date,
            expires_at: order.end_date,
          },
        ),
      );
    }
    return order;
  });
  await charge(order);
  await waitUntilOpen(db, assignments, timeoutMs);
}

/** The control plane opens them; the demo is ready when its customer can use them. */
async function waitUntilOpen(db: Db, assignments: readonly string[], timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while ((await countOpen(db, assignments)) < assignments.length) {
    if (performance.now() > deadline) throw new Error('the customer’s phones were not opened in time');
    await new Promise((done) => setTimeout(done, pollEveryMs));
  }
}

async function waitForDevices(db: Db, timeoutMs: number): Promise<string[]> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const devices = await selectFreeDevices(db, demoPhones);
    if (devices.length === demoPhones) return devices;
    if (performance.now() > deadline) throw new Error(`only ${devices.length} phones came online in time`);
    await new Promise((done) => setTimeout(done, pollEveryMs));
  }
}

/** The agent of this data folder has no key any more: its phones may go to the host that it joins as now. */
export async function revokeLostHosts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const id of await selectHostIds(tx)) await revokeHost(tx, id);
  });
}

async function main(step: string | undefined, option: string | undefined): Promise<void> {
  const config = readConfig(process.env);
  if (!config.demo) throw new Error('demo accounts are made only with DEMO=1');
  const log = createLog('error');
  await migrate(config.databaseUrl);
  const { db, stop } = openDatabase({ url: config.databaseUrl, poolSize: 2, log });
  try {
    if (step === 'accounts') {
      await makeDemoAccounts(db);
      if (option === 'new-agent') await revokeLostHosts(db);
      console.log(JSON.stringify({ enrolment_code: await createEnrolmentCode({ db }) }));
    } else if (step === 'assign') {
      // Loaded for this step alone: the start waits for the other one.
      const { chargeDemoOrder } = await import('./demo-payment.ts');
      await assignDemoPhones(db, waitForPhonesMs, (order) => chargeDemoOrder(db, config.payments, order));
    } else {
      throw new Error('usage: demo.ts accounts [new-agent] | assign');
    }
  } finally {
    await stop();
  }
}

if (import.meta.main) {
  main(process.argv[2], process.argv[3]).catch((error: unknown) => {
    console.error(`Error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
}
