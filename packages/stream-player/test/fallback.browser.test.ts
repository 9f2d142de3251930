// The stream frame in a browser without WebCodecs: a real Chromium from whose pages and workers it was taken.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BuiltPage, openBuiltPage } from './browser-page.ts';
import { type Colour, startTestRelay, type TestRelay } from './test-relay.ts';

const red: Colour = [220, 30, 30];
const green: Colour = [30, 180, 40];
const blue: Colour = [20, 40, 220];
let built: BuiltPage;
let relay: TestRelay;
let page: Page;
let loaded: string[];

beforeAll(async () => {
  built = await openBuiltPage(join(import.meta.dirname, '../../../apps/web'), 'frame.html');
});
afterAll(() => built?.close());
beforeEach(async () => {
  // No whole macroblocks: what the decoder adds at the edges must not be seen.
  relay = await startTestRelay(built.dist, { width: 312, height: 632 });
  const context = await built.browser.newContext({ viewport: { width: 312, height: 632 } });
  await context.addCookies([{ name: 'access_token', value: 'test-token', url: relay.origin }]);
  page = await context.newPage();
  loaded = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
});
afterEach(async () => {
  await page.context().close();
  await relay.stop();
});

async function openFrame(query = ''): Promise<void> {
  await page.goto(`${relay.origin}/frame/0d3c1a52-0000-4000-8000-000000000001${query}`);
  await becomes('live');
}
const becomes = (state: string) =>
  page.waitForFunction((name) => document.body.dataset['state'] === name, state, { timeout: 15_000 });

/** Waits until the whole canvas, its edges too, has this colour, give or take what the codec makes of it. */
const shows = (colour: Colour) =>
  page.waitForFunction(
    (wanted) => {
      const canvas = document.querySelector('canvas');
      if (canvas === null) return false;
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext('2d');
      copy?.drawImage(canvas, 0, 0);
      return [
        [0, 0],
        [width - 1, height - 1],
        [width >> 1, height >> 1],
      ].every(([x = 0, y = 0]) => {
        const seen = copy?.getImageData(x, y, 1, 1).data ?? [];
        return wanted.every((value, i) => Math.abs(value - (seen[i] ?? -100)) < 24);
      });
    },
    colour,
    { timeout: 15_000, polling: 'raf' },
  );

const withoutWebCodecs = () =>
  page.addInitScript(() => {
    for (const name of ['VideoDecoder', 'VideoFrame', 'EncodedVideoChunk', 'MediaStreamTrackGenerator']) {
      Reflect.deleteProperty(window, name);
    }
  });

it('draws the newest picture, asks for the quality it can decode, and takes control', async () => {
  await withoutWebCodecs();
  await relay.draw(red);
  await openFrame();
  await shows(red);
  await relay.draw(green);
  await relay.draw(blue);
  await shows(blue);
  expect(relay.queries).toEqual(['?quality=baseline&sound=0']);
  expect(loaded.filter((path) => path.includes('fallback-worker'))).toHaveLength(1);
  await page.mouse.click(156, 316);
  await expect.poll(() => relay.controls.some((message) => message.type === 'touch')).toBe(true);
});

it('follows the phone when it is turned, and comes back after the line was lost', async () => {
  await withoutWebCodecs();
  await openFrame('?quality=tile');
  relay.resize(632, 312);
  await relay.draw(green);
  await page.waitForFunction(() => (document.querySelector('canvas')?.width ?? 0) > 312 / 2);
  relay.resize(312, 632);
  await relay.draw(red);
  await shows(red);
  relay.cut();
  await becomes('reconnecting');
  await relay.draw(blue);
  relay.restore();
  await becomes('live');
  await shows(blue);
  expect(new Set(relay.queries)).toEqual(new Set(['?quality=baseline&sound=0']));
});

it('goes on at a key packet after one that can’t be decoded', async () => {
  await withoutWebCodecs();
  await openFrame();
  await relay.draw(red);
  await shows(red);
  await relay.draw(green, { isBroken: true });
  await expect.poll(() => relay.requests.some(({ type }) => type === 'key_packet')).toBe(true);
  await relay.draw(blue);
  await shows(blue);
});

it('is not loaded where the browser has a decoder', async () => {
  await relay.draw(red);
  await openFrame();
  await shows(red);
  expect(loaded.filter((path) => path.includes('fallback-worker'))).toEqual([]);
  expect(relay.queries).toEqual(['?quality=focus&sound=0']);
});

it('a browser that can run neither is told so in words', async () => {
  await withoutWebCodecs();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await page.goto(`${relay.origin}/frame/0d3c1a52-0000-4000-8000-000000000001`);
  await becomes('ended');
  expect(await page.locator('#message').textContent()).toContain('This browser can’t show the picture.');
});
