// A player on a line that becomes slow and recovers: its requests, and its events to the page.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../../../e2e/browser.ts';
import { type Line, openLine } from '../../../e2e/line.ts';
import type { Player, PlayerStats } from '../src/index.ts';
import { type BuiltPage, openBuiltPage, seededRandom, waitForState } from './browser-page.ts';
import { startTestRelay, type TestRelay } from './test-relay.ts';

declare const player: Player;
declare global {
  var lastStats: PlayerStats | undefined;
}

const frameMs = 50;
let built: BuiltPage;
let relay: TestRelay;
let line: Line;
let browser: Browser;
let page: Page;
let drawing: NodeJS.Timeout;

/** The quality that the player has requested last. */
const quality = (): string => {
  const request = relay.requests.findLast((each) => each.type === 'quality');
  return request?.quality ?? new URLSearchParams(relay.queries.at(-1)).get('quality') ?? '';
};
/** On a busy machine each verdict may take long. */
const patience = { timeout: 150_000 };
const stats = () => page.evaluate(() => globalThis.lastStats);

beforeAll(async () => {
  built = await openBuiltPage(join(import.meta.dirname, 'page'), 'player.html');
  relay = await startTestRelay(built.dist, { width: 64, height: 128 });
  line = await openLine(relay.origin, seededRandom(3));
  browser = await openBrowser([line.browserFlag]);
  page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${relay.origin}/player.html`);
  await waitForState(page, 'live');
  await page.evaluate(() => {
    player.on('stats', (report) => {
      globalThis.lastStats = report;
    });
  });
  // Like a phone that plays a video: 4 Mbit/s for the full capture, 0.6 for the lean one.
  let sent = 0;
  let before = quality();
  drawing = setInterval(() => {
    if (quality() !== before) relay.requestKey();
    before = quality();
    const isLean = before === 'lean';
    const fillerBytes = (isKey: boolean) => (isLean ? (isKey ? 30_000 : 3_700) : 25_000);
    sent += 1;
    void relay.draw([sent % 256, 90, 200], { fillerBytes });
  }, frameMs);
});
afterAll(async () => {
  clearInterval(drawing);
  await browser?.close();
  await line?.stop();
  await relay?.stop();
  await built?.close();
});

it('requests the lean capture while the line is slow, reports it, and returns to the full one when the line has recovered', async () => {
  // A busy machine may look like a slow line, from which the player recovers by itself.
  await expect.poll(async () => (await stats())?.isLean === false && quality(), patience).toBe('focus');

  line.shape({ bytesPerSecond: 1_500_000 / 8, delayMs: 60, loss: 0.02 });
  await expect.poll(async () => (await stats())?.isLean === true && quality(), patience).toBe('lean');
  // The backlog has been delivered, and new packets arrive in time.
  const isKeepingUp = (seen: PlayerStats | undefined) => (seen?.relayToPageMs ?? 10_000) < 400;
  await expect.poll(async () => isKeepingUp(await stats()), patience).toBe(true);

  line.shape(undefined);
  await expect.poll(async () => (await stats())?.isLean === false && quality(), patience).toBe('focus');
  await expect.poll(() => page.evaluate(() => player.state.name), patience).toBe('live');
}, 600_000);

it('reports the last received packet to the relay while video arrives', async () => {
  const reports = () =>
    relay.requests.filter((request) => request.type === 'ping' && request.seen_relay_time_ms !== undefined);
  const before = reports().length;
  await expect.poll(() => reports().length - before, patience).toBeGreaterThan(3);
}, 200_000);
