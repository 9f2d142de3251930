// A player behind a line that becomes slow and well again: what it asks for, and what it tells its page.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../e2e/browser.ts';
import { type Line, openLine } from '../../../e2e/line.ts';
import type { Player, PlayerStats } from '../src/index.ts';
import { type BuiltPage, openBuiltPage } from './browser-page.ts';
import { startTestRelay, type TestRelay } from './test-relay.ts';

declare const player: Player;
declare global {
  var lastStats: PlayerStats | undefined;
}

const pictureEveryMs = 50;
let built: BuiltPage;
let relay: TestRelay;
let line: Line;
let browser: Browser;
let page: Page;
let drawing: NodeJS.Timeout;

/** What the player has asked for last. */
const quality = (): string => {
  const asked = relay.requests.findLast((request) => request.type === 'quality');
  return asked?.quality ?? new URLSearchParams(relay.queries.at(-1)).get('quality') ?? '';
};
/** Each verdict has its own time on a busy machine: a condition is waited for, however long it takes. */
const patience = { timeout: 150_000 };
const stats = () => page.evaluate(() => globalThis.lastStats);

beforeAll(async () => {
  built = await openBuiltPage(join(import.meta.dirname, 'page'), 'player.html');
  relay = await startTestRelay(built.dist, { width: 64, height: 128 });
  let seed = 3;
  line = await openLine(relay.origin, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  });
  browser = await openBrowser([line.browserFlag]);
  page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${relay.origin}/player.html`);
  await page.waitForFunction(() => document.body.dataset['state'] === 'live');
  await page.evaluate(() => {
    player.on('stats', (report) => {
      globalThis.lastStats = report;
    });
  });
  // As a phone that plays a video: 4 Mbit/s at full size, 0.6 when asked for less.
  let sent = 0;
  let before = quality();
  drawing = setInterval(() => {
    if (quality() !== before) relay.wantKey();
    before = quality();
    const isLean = before === 'lean';
    const fillerBytes = (isKey: boolean) => (isLean ? (isKey ? 30_000 : 3_700) : 25_000);
    sent += 1;
    void relay.draw([sent % 256, 90, 200], { fillerBytes });
  }, pictureEveryMs);
});
afterAll(async () => {
  clearInterval(drawing);
  await browser?.close();
  await line?.stop();
  await relay?.stop();
  await built?.close();
});

it('asks for the lean capture while the line is slow, says so, and has the full one when it is well again', async () => {
  // A machine that stands still may look like a slow line: then it finds back by itself.
  await expect.poll(async () => (await stats())?.isLean === false && quality(), patience).toBe('focus');

  line.shape({ bytesPerSecond: 1_500_000 / 8, delayMs: 60, loss: 0.02 });
  await expect.poll(async () => (await stats())?.isLean === true && quality(), patience).toBe('lean');
  // What had been sent before is through, and what is sent now keeps up.
  const isKeepingUp = (seen: PlayerStats | undefined) => (seen?.relayToPageMs ?? 10_000) < 400;
  await expect.poll(async () => isKeepingUp(await stats()), patience).toBe(true);

  line.shape(undefined);
  await expect.poll(async () => (await stats())?.isLean === false && quality(), patience).toBe('focus');
  await expect.poll(() => page.evaluate(() => player.state.name), patience).toBe('live');
}, 600_000);

it('tells the relay what it has seen while pictures come', async () => {
  const told = () =>
    relay.requests.filter((request) => request.type === 'ping' && request.seen_relay_time_ms !== undefined);
  const before = told().length;
  await expect.poll(() => told().length - before, patience).toBeGreaterThan(3);
}, 200_000);
