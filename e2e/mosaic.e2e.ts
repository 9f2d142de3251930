// All phones live, each in a frame or in a window of its own: the spec's sentences about the mosaic, in a real
// browser on the real product.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { changeList } from './device-answers.ts';
import { newDemoPage } from './open-as-demo.ts';

const patience = { timeout: 60_000, interval: 100 };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await newDemoPage(browser);
});
afterEach(async () => {
  await page?.unrouteAll({ behavior: 'ignoreErrors' });
  await page?.context().close();
});

const visit = (path: string) => page.goto(inject('site') + path);
const says = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const frames = () => page.locator('iframe[title^="Live picture of"]');

/** The number of such requests to the relays, over all sockets that the page opens from now on. */
function askedOfRelays(): (request: string) => number {
  const sent: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (typeof payload === 'string') sent.push(payload);
    }),
  );
  return (request) => sent.filter((text) => text === JSON.stringify({ type: request })).length;
}

describe('the mosaic', () => {
  it('is chosen beside the list, shows each phone live and counts them', async () => {
    await visit('/devices');
    await page.getByRole('radio', { name: 'Mosaic' }).click();
    await heading('Live Phone Streams');
    await says('3 of 3 phones streaming');
    expect(await frames().count()).toBe(3);
    await page.getByRole('radio', { name: 'List' }).click();
    await heading('Phone Management');
  });

  it('pauses and resumes every stream with one button', async () => {
    const asked = askedOfRelays();
    await visit('/devices?view=mosaic');
    await says('3 of 3 phones streaming');
    await button('Pause all').click();
    await says('0 of 3 phones streaming');
    expect(await page.getByText('Paused', { exact: true }).count()).toBe(3);
    // Streams are not only hidden: the relay sends nothing more.
    await vi.waitFor(() => expect(asked('pause')).toBe(3), patience);
    await button('Resume all').click();
    await says('3 of 3 phones streaming');
    expect(asked('resume')).toBe(3);
  });

  it('is live in a browser that has no decoder of its own', async () => {
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    await page.addInitScript(() => {
      for (const name of ['VideoDecoder', 'VideoFrame', 'EncodedVideoChunk', 'MediaStreamTrackGenerator'])
        Reflect.deleteProperty(window, name);
    });
    await visit('/devices?view=mosaic');
    await says('3 of 3 phones streaming');
    expect(workers.filter((url) => url.includes('fallback-worker')).length).toBeGreaterThan(0);
  });

  it('keeps the place of a phone that goes offline, and says so; a click on a tile opens that phone', async () => {
    let isFirstOffline = false;
    await changeList(page, (devices) =>
      devices.map((device, index) =>
        isFirstOffline && index === 0 ? { ...device, connection_state: 'offline' as const } : device,
      ),
    );
    await visit('/devices?view=mosaic');
    await says('3 of 3 phones streaming');
    const tiles = button(/^Open PF-\d+, /);
    const names = await tiles.evaluateAll((all) => all.map((tile) => tile.ariaLabel));
    isFirstOffline = true;
    await button('Refresh').click();
    await says('Offline');
    expect(await tiles.evaluateAll((all) => all.map((tile) => tile.ariaLabel))).toEqual(names);
    await tiles.nth(1).click();
    await page.waitForURL('**/devices/*/stream');
    // Tiles only watch, so the session has control although the mosaic was there first.
    await page.getByRole('application').waitFor();
    expect(await page.getByText('Another window of yours has control.').count()).toBe(0);
  });
});
