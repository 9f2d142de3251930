// The whole product under use while its processes are killed at random: everything comes back by itself, and at
// the end all invariants of money and inventory hold.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { percentile } from '../../bench/percentile.ts';
import { findFreePort } from '../../tools/postgres/free-port.ts';
import { runStart, type StartRun } from '../../tools/start/start-run.ts';
import { brokenInvariants, describeFleet } from './audit.ts';
import {
  callApi,
  logIn,
  onItsWayMs,
  type Product,
  rentAgainAndAgain,
  retryUntil,
  watchPhone,
} from './customers.ts';
import { type Fault, faults } from './faults.ts';

/** Seconds of faults; the smallest size has each fault once. */
const seconds = process.env['PROOF_SIZE'] === 'whole' ? 600 : Number(process.env['PROOF_SIZE'] ?? 60);
const seed = Number(process.env['PROOF_SEED'] ?? 1);
const backWithinMs = 60_000;
/** At most five deaths of one program in a minute: after more the supervisor gives up, as it should. */
const calmMs = 6_000;
/** Registrations are limited to 30 an hour from one subnet. */
const renterEveryMs = Math.max(8_000, (seconds * 1_000) / 25);

let run: StartRun;
let place: string;
let product: Product;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'pocketfleet-chaos-'));
  const operatorPort = await findFreePort();
  run = runStart(resolve(import.meta.dirname, '../../tools/start.mjs'), {
    PORT: String(await findFreePort()),
    OPERATOR_PORT: String(operatorPort),
    AGENT_PORT: String(await findFreePort()),
    POCKETFLEET_DATA: join(place, 'data'),
    DATABASE_URL: '',
  });
  const site = await run.ready;
  product = { site, operator: `http://127.0.0.1:${operatorPort}`, dataDir: join(place, 'data') };
}, 300_000);
afterAll(async () => {
  await run?.stop();
  rmSync(place, { recursive: true, force: true });
});

type Strike = { fault: string; back_ms: number; aim_ms: number };

test('after any process is killed, everything recovers by itself and every invariant holds', async () => {
  const token = await logIn(product.site, 'demo', 'Pocketfleet-demo-1');
  const phones = await callApi<{ id: string }[]>(`${product.site}/api/phones`, token);
  const watchers = phones.slice(0, 2).map(({ id }) => watchPhone(product, token, id));
  const renter = rentAgainAndAgain(product, renterEveryMs);
  await retryUntil(30_000, async () => {
    if (watchers.some(({ pictures }) => pictures() === 0)) throw new Error('no picture');
  });

  const strikes: Strike[] = [];
  const order = shuffled(seed);
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs || strikes.length < faults.length) {
    const fault = order();
    await fault.strike(run.child.pid ?? 0);
    const struckMs = performance.now();
    const isBack = fault.back === 'picture' ? () => seePictures(struckMs + onItsWayMs) : () => answerCalls();
    await retryUntil(backWithinMs, isBack);
    strikes.push({ fault: fault.name, back_ms: performance.now() - struckMs, aim_ms: fault.aimMs });
    await retryUntil(backWithinMs, () =>
      Promise.all([answerCalls(), seePictures(performance.now() - 2_000)]),
    );
    await wait(calmMs);
  }
  await renter.stop();
  for (const watcher of watchers) watcher.stop();

  async function seePictures(sinceMs: number): Promise<void> {
    if (watchers.some(({ lastPictureMs }) => lastPictureMs() <= sinceMs)) throw new Error('no new picture');
  }
  async function answerCalls(): Promise<void> {
    await callApi(`${product.site}/api/phones`, token);
    await callApi(`${product.site}/api/orders/validate-phone-availability`, token, {
      phone_count: 1,
      start_date: new Date().toISOString(),
      period: 'day',
      number_of_periods: 1,
    });
  }

  const figures = {
    ...summary(strikes),
    rentals: renter.rounds(),
    pictures: watchers.map((each) => each.pictures()),
    fleet: await describeFleet(product),
  };
  print(figures);
  const result = process.env['PROOF_RESULT'];
  if (result !== undefined) writeFileSync(result, JSON.stringify(figures));
  expect(renter.failures()).toEqual([]);
  expect(renter.rounds()).toBeGreaterThan(0);
  expect(await brokenInvariants(product)).toEqual([]);
  // Phones that are shown online can be used, and returned phones are clean again.
  await retryUntil(120_000, async () => {
    const health = await fetch(`${product.operator}/health/ready`);
    const { devices_online } = (await health.json()) as { devices_online: number };
    if (devices_online !== 12) throw new Error(`${devices_online} phones are online`);
  });
});

/** All faults in random order, then again in another order. */
function shuffled(from: number): () => Fault {
  let state = from >>> 0 || 1;
  const next = (): number => {
    // Numerical Recipes' linear congruential generator: the same seed, the same order.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let left: Fault[] = [];
  return () => {
    if (left.length === 0) left = [...faults];
    const [fault] = left.splice(Math.floor(next() * left.length), 1);
    if (fault === undefined) throw new Error('there are no faults');
    return fault;
  };
}

function summary(strikes: readonly Strike[]) {
  const rows = faults.map(({ name, aimMs }) => {
    const times = strikes.filter(({ fault }) => fault === name).map(({ back_ms }) => back_ms);
    return {
      fault: name,
      times: times.length,
      aim_ms: aimMs,
      median_ms: Math.round(percentile(times, 0.5)),
      longest_ms: Math.round(Math.max(...times)),
      within_aim: times.filter((ms) => ms <= aimMs).length,
    };
  });
  return { seconds, strikes: strikes.length, rows };
}

function print({ rows, ...rest }: ReturnType<typeof summary> & object): void {
  console.log(JSON.stringify(rest));
  for (const row of rows) {
    const time = `median ${row.median_ms} ms, longest ${row.longest_ms} ms`;
    console.log(`${row.fault}: ${time}; aim ${row.aim_ms} ms, met ${row.within_aim} of ${row.times} times`);
  }
}
