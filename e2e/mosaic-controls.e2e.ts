// The mosaic's scale, keyboard and search, and arriving at the list from a payment.
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
  it('is scaled from 40% to 150% in steps of 10%, and remembers the scale for a year', async () => {
    await visit('/devices?view=mosaic');
    const slider = page.getByRole('slider', { name: 'Scale' });
    expect(await slider.getAttribute('aria-valuetext')).toBe('60%');
    const size = async () => {
      const box = await frames().first().boundingBox();
      return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)];
    };
    expect(await size()).toEqual([193, 429]);
    await slider.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe('70%');
    await slider.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toBe('150%');
    await slider.press('Home');
    expect(await slider.getAttribute('aria-valuetext')).toBe('40%');
    await vi.waitFor(async () => expect(await size()).toEqual([129, 286]), patience);
    const cookie = (await page.context().cookies()).find((each) => each.name === 'mosaic_scale');
    expect(cookie?.value).toBe('0.4');
    expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(365, 0);
    await page.reload();
    expect(await slider.getAttribute('aria-valuetext')).toBe('40%');
  });

  it('can be used with the keyboard: arrows move, P pauses all, Enter opens', async () => {
    // Two tiles in a row.
    await page.setViewportSize({ width: 620, height: 1200 });
    const asked = askedOfRelays();
    await visit('/devices?view=mosaic');
    await says('3 of 3 phones streaming');
    const tiles = button(/^Open PF-\d+, /);
    const isSelected = (index: number) =>
      vi.waitFor(
        async () =>
          expect(await tiles.nth(index).evaluate((each) => each === document.activeElement)).toBe(true),
        patience,
      );
    await button(/^Open .* in its own window$/)
      .first()
      .focus();
    await page.keyboard.press('Tab');
    await isSelected(0);
    for (const [key, index] of [
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['ArrowRight', 2],
      ['ArrowUp', 0],
      ['ArrowDown', 2],
      ['ArrowLeft', 1],
    ] as const) {
      await page.keyboard.press(key);
      await isSelected(index);
    }
    await page.keyboard.press('p');
    await says('0 of 3 phones streaming');
    await vi.waitFor(() => expect(asked('pause')).toBe(3), patience);
    await page.keyboard.press('P');
    await says('3 of 3 phones streaming');
    const tag = /PF-\d+/.exec((await tiles.nth(1).getAttribute('aria-label')) ?? '')?.[0] ?? '';
    await page.keyboard.press('Enter');
    await page.waitForURL('**/devices/*/stream');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: tag }).waitFor();
  });

  it('is searched and filtered as the list is, and keeps the search between the two', async () => {
    await visit('/devices?view=mosaic');
    await says('3 of 3 phones streaming');
    const tiles = button(/^Open PF-\d+, /);
    const name = (await tiles.first().getAttribute('aria-label')) ?? '';
    await page.getByLabel('Search tag, model, label').fill(/PF-\d+/.exec(name)?.[0] ?? '');
    await vi.waitFor(async () => expect(await tiles.count()).toBe(1), patience);
    await page.getByRole('radio', { name: 'List' }).click();
    await says('1 of 3 phones in view');
    await page.getByRole('radio', { name: 'Mosaic' }).click();
    await page.getByLabel('Search tag, model, label').fill('nothing like it');
    await button('Clear search and filters').click();
    await says('3 of 3 phones streaming');
  });

  it('says so when no phone is online', async () => {
    await changeList(page, (devices) =>
      devices.map((device) => ({ ...device, connection_state: 'offline' as const })),
    );
    await visit('/devices?view=mosaic');
    await heading('No Active Streams');
    await says('No phones are currently online with available streaming URLs.');
    await says('0 of 3 phones streaming');
  });
});

describe('arriving from a payment', () => {
  it.each(['query', 'navigation state'])(
    'by %s shows the message, and the list is fetched once more after 1 s',
    async (by) => {
      // The time is recorded in the page: the test would see the message later, on a busy machine much later.
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.body?.textContent?.includes('Payment Successful!')) return;
          performance.mark('notified');
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true });
      });
      const isAskedAgain = () =>
        page.evaluate(() => {
          const notifiedMs =
            performance.getEntriesByName('notified')[0]?.startTime ?? Number.POSITIVE_INFINITY;
          return performance
            .getEntriesByType('resource')
            .some(({ name, startTime }) => name.endsWith('/api/phones') && startTime - notifiedMs > 500);
        });
      if (by === 'query') await visit('/devices?refresh=payment&q=PF');
      else {
        await visit('/devices?q=PF');
        await page
          .getByRole('link', { name: /^Stream PF-/ })
          .first()
          .waitFor();
        await page.evaluate(() => {
          history.replaceState({ ...history.state, usr: { refresh: 'payment' } }, '');
        });
        await page.reload();
      }
      await says('Payment Successful!');
      await says('Refreshing your device list to show newly rented phones...');
      expect(new URL(page.url()).search).toBe('?q=PF');
      await vi.waitFor(async () => expect(await isAskedAgain()).toBe(true), patience);
      await page.reload();
      await page
        .getByRole('link', { name: /^Stream PF-/ })
        .first()
        .waitFor();
      expect(await page.getByText('Payment Successful!').count()).toBe(0);
    },
  );
});
