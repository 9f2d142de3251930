// A decoder worker that dies or hangs, in a real browser: another one takes its place, and what was shown stays until
// it has a picture.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Player } from '../src/index.ts';
import { type BuiltPage, openBuiltPage } from './browser-page.ts';
import { type Colour, startTestRelay, type TestRelay } from './test-relay.ts';

declare const player: Player;

const blue: Colour = [20, 40, 220];
const red: Colour = [220, 30, 30];

let built: BuiltPage;
let relay: TestRelay;
let page: Page;

beforeAll(async () => {
  built = await openBuiltPage(join(import.meta.dirname, 'page'), 'player.html');
});

afterAll(() => built?.close());

beforeEach(async () => {
  relay = await startTestRelay(built.dist);
  page = await built.browser.newPage({ viewport: { width: 320, height: 640 } });
  await relay.draw(blue);
});

afterEach(async () => {
  await page.close();
  await relay.stop();
});

/** What the screen shows in the middle, as somebody sees it. */
async function colourOnScreen(): Promise<readonly number[]> {
  const png = await page.screenshot({ clip: { x: 160, y: 320, width: 1, height: 1 } });
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [...(context?.getImageData(0, 0, 1, 1).data.subarray(0, 3) ?? [])];
    },
    [...png],
  );
}

const isNear = (seen: readonly number[], wanted: Colour) =>
  wanted.every((value, i) => Math.abs(value - (seen[i] ?? -100)) < 24);
const shows = (wanted: Colour) =>
  expect.poll(async () => isNear(await colourOnScreen(), wanted), { timeout: 20_000 }).toBe(true);

/** How many workers the page's players have, and how many places for pictures there are. */
const inPage = () =>
  page.evaluate(() => ({
    places: document.querySelectorAll('canvas, video').length,
    state: player.state.name,
  }));

/** Ends it as a crash does: without a word to anybody. */
function killWorker(): Promise<void> {
  return page.evaluate(() => {
    const pools = (window as unknown as { __pocketfleet_decoder_workers: Map<string, { worker: Worker }[]> })
      .__pocketfleet_decoder_workers;
    for (const workers of pools.values()) for (const { worker } of workers) worker.terminate();
  });
}

async function hangWorker(): Promise<void> {
  const [worker] = page.workers();
  await worker?.evaluate(
    () =>
      void setTimeout(() => {
        for (;;);
      }),
  );
}

it.each([
  ['dies', 'a canvas', '', killWorker],
  ['dies', 'a video', '?tile', killWorker],
  ['hangs', 'a canvas', '', hangWorker],
  ['hangs', 'a video', '?tile', hangWorker],
])(
  'a worker that %s is replaced, and the last picture stays until then: %s',
  async (_how, _kind, query, lose) => {
    await page.goto(`${relay.origin}/player.html${query}`);
    // The page's policy takes no style from its HTML.
    await page.evaluate(() => document.getElementById('host')?.style.setProperty('height', '640px'));
    await shows(blue);
    const before = page.workers().length;
    const asked = relay.requests.length;
    const started = page.waitForEvent('worker', { timeout: 30_000 });
    await lose();
    // Nothing new comes from the phone: what is there has to be kept.
    await started;
    expect(isNear(await colourOnScreen(), blue)).toBe(true);
    const isKeyPacketWanted = () => relay.requests.slice(asked).some(({ type }) => type === 'key_packet');
    await expect.poll(isKeyPacketWanted, { timeout: 20_000 }).toBe(true);
    await relay.draw(red);
    await shows(red);
    await expect.poll(inPage, { timeout: 20_000 }).toEqual({ places: 1, state: 'live' });
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(before);
  },
);
