// Each fault of a running product is caused in turn while customers use it. The results are recorded:
// docs/operate/failures.md is this table with its reasons.
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Device } from '@pocketfleet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from './audit.ts';
import { callApi, logIn, onItsWayMs, rentAgainAndAgain, retryUntil, watchPhone } from './customers.ts';
import { type Plug, plugs, type Use } from './plugs.ts';
import { type ProductInParts, phoneCount, startInParts } from './product-in-parts.ts';

const backWithinMs = 90_000;
const calmMs = 3_000;
/** A customer registers each time, which one address may do thirty times an hour. */
const renterEveryMs = 35_000;
/** Availability may be asked 60 times a minute. */
const pollEveryMs = 1_100;
const answerWithinMs = 10_000;
/** Moving the clock changes "now" for the renting customer, who has stopped by then. */
const isClock = ({ name }: Plug): boolean => name.startsWith('clock');

let product: ProductInParts;
beforeAll(async () => {
  product = await startInParts();
}, 300_000);
afterAll(async () => {
  await product?.end();
});

test('in each fault the product reports it, and recovers by itself after its end', async () => {
  const token = await logIn(product.site, 'demo', 'Pocketfleet-demo-1');
  const [phone] = await callApi<Device[]>(`${product.site}/api/phones`, token);
  if (phone === undefined) throw new Error('the demo has no phone');
  const watcher = watchPhone(product, token, phone.id);
  const renter = rentAgainAndAgain(product, renterEveryMs);
  const use: Use = { product, token, tag: phone.tag };
  const seePicture = async (sinceMs: number): Promise<void> => {
    if (watcher.lastPictureMs() <= sinceMs) throw new Error('no new picture');
  };
  const callOnce = () => callApi(`${product.site}/api/phones`, token);
  await retryUntil(30_000, () => seePicture(0));

  const rows = [];
  let hasStopped = false;
  for (const plug of plugs) {
    if (isClock(plug) && !hasStopped) {
      hasStopped = true;
      await renter.stop();
      expect(await brokenInvariants(product)).toEqual([]);
    }
    rows.push(await pull(plug));
    console.log(JSON.stringify(rows.at(-1)));
    await wait(calmMs);
  }
  watcher.stop();

  async function pull(plug: Plug) {
    const counter = startAsking(product, token);
    const before = watcher.pictures();
    const pulledMs = performance.now();
    await plug.pull(use);
    const said = plug.meanwhile?.(use).catch((error: Error) => `failed: ${error.message.slice(0, 200)}`);
    await wait(plug.outMs - (performance.now() - pulledMs));
    const meanwhile = await said;
    const outS = (performance.now() - pulledMs) / 1_000;
    const picturesEachS = outS < 1 ? null : Math.round(((watcher.pictures() - before) / outS) * 10) / 10;
    const answers = counter.stop();
    if (plug.outMs > 0) await answers;
    // A killed program is restarting since then, and packets that were already sent still arrive.
    const putBackMs = plug.outMs === 0 ? pulledMs : performance.now();
    const newMs = plug.outMs === 0 ? pulledMs + onItsWayMs : putBackMs;
    // A program that starts only after the fault's end reports itself when it is ready.
    const putBack = Promise.resolve(plug.putBack?.(use));
    const [pictureMs, callsMs] = await Promise.all(
      [() => seePicture(newMs), callOnce].map(async (isBack) => {
        await retryUntil(backWithinMs, async () => void (await isBack()));
        return Math.round(performance.now() - putBackMs);
      }),
    );
    await putBack;
    const afterwards = await plug.afterwards?.(use);
    const backMs = plug.back === 'picture' ? pictureMs : callsMs;
    return {
      plug: plug.name,
      out_s: Math.round(outS),
      meanwhile: {
        answers: await answers,
        pictures_each_s: picturesEachS,
        ...(meanwhile === undefined ? {} : { said: meanwhile }),
      },
      picture_back_ms: pictureMs,
      calls_back_ms: callsMs,
      aim_ms: plug.aimMs,
      is_within_aim: plug.aimMs === null ? null : (backMs ?? 0) <= plug.aimMs,
      ...(afterwards === undefined ? {} : { afterwards }),
    };
  }

  const figures = { rows, rentals: renter.rounds() };
  const result = process.env['PROOF_RESULT'];
  if (result !== undefined) writeFileSync(result, JSON.stringify(figures));
  expect(renter.failures()).toEqual([]);
  expect(renter.rounds()).toBeGreaterThan(0);
  // Rows that were written while the clock was ahead are in the future now. T1 reports them, and nothing else may be found.
  expect((await brokenInvariants(product)).filter(({ id }) => id !== 'T1')).toEqual([]);
  await retryUntil(120_000, async () => {
    const health = await fetch(`${product.operator}/health/ready`);
    const { devices_online } = (await health.json()) as { devices_online: number };
    if (devices_online !== phoneCount) throw new Error(`${devices_online} phones are online`);
  });
});

/** Counts the responses to two of a customer's calls: their phones, and availability. */
function startAsking({ site }: ProductInParts, token: string): { stop(): Promise<Record<string, number>> } {
  const answers: Record<string, number> = {};
  let isStopped = false;
  const ask = async (name: string, path: string, body?: object): Promise<void> => {
    const startedMs = performance.now();
    const status = await fetch(`${site}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      (error: Error) => (error.name === 'TimeoutError' ? 'no answer' : 'refused'),
    );
    const isLate = performance.now() - startedMs > 1_000 ? ', after more than 1 s' : '';
    const key = `${name}: ${status}${isLate}`;
    answers[key] = (answers[key] ?? 0) + 1;
  };
  const start_date = new Date(Date.now() + 86_400_000).toISOString();
  const rental = { phone_count: 1, start_date, period: 'day', number_of_periods: 1 };
  const work = (async () => {
    while (!isStopped) {
      await Promise.all([
        ask('phones', '/api/phones'),
        ask('what is free', '/api/orders/validate-phone-availability', rental),
        ask('site', '/'),
      ]);
      await wait(pollEveryMs);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await work;
      return answers;
    },
  };
}
