// A decoder worker that dies or hangs, in a real browser: another one replaces it, and the last frame stays until the new
// worker has drawn.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Player } from '../src/index.ts';
import { type BuiltPage, blue, isNear, openBuiltPage, red } from './browser-page.ts';
import { type Colour, startTestRelay, type TestRelay } from './test-relay.ts';

declare const player: Player;

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

/** The colour in the middle of the page, as the viewer sees it. */
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

const shows = (wanted: Colour) =>
  expect.poll(async () => isNear(await colourOnScreen(), wanted), { timeout: 60_000 }).toBe(true);

/** The number of canvases and videos in the page, and the player's state. */
const inPage = () =>
  page.evaluate(() => ({
    screens: document.querySelectorAll('canvas, video').length,
    state: player.state.name,
  }));

/** Ends the worker like a crash, without any message. */
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
  'a worker that %s is replaced, and the last frame stays until then: %s',
  async (_how, _kind, query, lose) => {
    await page.goto(`${relay.origin}/player.html${query}`);
    // The page's policy takes no style from its HTML.
    await page.evaluate(() => document.getElementById('host')?.style.setProperty('height', '640px'));
    await shows(blue);
    const before = page.workers().length;
    const requestsBefore = relay.requests.length;
    const started = page.waitForEvent('worker', { timeout: 60_000 });
    await lose();
    // The phone sends nothing new, so the last frame has to be kept.
    await started;
    expect(isNear(await colourOnScreen(), blue)).toBe(true);
    const isKeyPacketRequested = () =>
      relay.requests.slice(requestsBefore).some(({ type }) => type === 'key_packet');
    await expect.poll(isKeyPacketRequested, { timeout: 60_000 }).toBe(true);
    await relay.draw(red);
    await shows(red);
    await expect.poll(inPage, { timeout: 60_000 }).toEqual({ screens: 1, state: 'live' });
    await expect.poll(() => page.workers().length, { timeout: 60_000 }).toBe(before);
  },
);
