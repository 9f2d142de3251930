// The stream frame in a browser without WebCodecs: a real Chromium from whose pages and workers it is removed.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BuiltPage, blue, green, openBuiltPage, red, waitForState } from './browser-page.ts';
import { type Colour, startTestRelay, type TestRelay } from './test-relay.ts';

let built: BuiltPage;
let relay: TestRelay;
let page: Page;
let loaded: string[];

beforeAll(async () => {
  built = await openBuiltPage(join(import.meta.dirname, '../../../apps/web'), 'frame.html');
});
afterAll(() => built?.close());
beforeEach(async () => {
  // Not a multiple of a macroblock: the rows and columns that the decoder adds at the edges must not be shown.
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
const becomes = (state: string) => waitForState(page, state);

/** Waits until the whole canvas, including its edges, has this colour. */
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
    { timeout: 60_000, polling: 'raf' },
  );

const withoutWebCodecs = () =>
  page.addInitScript(() => {
    for (const name of ['VideoDecoder', 'VideoFrame', 'EncodedVideoChunk', 'MediaStreamTrackGenerator']) {
      Reflect.deleteProperty(window, name);
    }
  });

it('draws the newest frame, requests the quality that it can decode, and takes control', async () => {
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

it('follows the phone’s rotation, and reconnects after a lost connection', async () => {
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

it('continues at a key packet after a packet that can’t be decoded', async () => {
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

it('a browser that can run no decoder shows the reason', async () => {
  await withoutWebCodecs();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await page.goto(`${relay.origin}/frame/0d3c1a52-0000-4000-8000-000000000001`);
  await becomes('ended');
  expect(await page.locator('#message').textContent()).toContain('This browser can’t show the picture.');
});
