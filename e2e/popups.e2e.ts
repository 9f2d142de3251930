// A phone in a window of its own, opened from the mosaic.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { findFaults } from './look-closely.ts';
import { newDemoPage } from './open-as-demo.ts';

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
const ownWindow = () => button(/^Open .* in its own window$/).first();

describe('a phone’s own window', () => {
  it('opens a phone in its own window once, shows it again, and notices when it was closed', async () => {
    await visit('/devices?view=mosaic');
    const opening = page.waitForEvent('popup');
    await ownWindow().click();
    const popup = await opening;
    await popup.waitForURL('**/frame/**');
    const shown = button(/^Show the window of /);
    await shown.click();
    expect(page.context().pages()).toHaveLength(2);
    await popup.close();
    await shown.waitFor({ state: 'detached', timeout: 30_000 });
  });

  it('shows a phone’s window with its quality, time left and buttons around the picture', async () => {
    await visit('/devices?view=mosaic');
    const opening = page.waitForEvent('popup');
    await ownWindow().click();
    const popup = await opening;
    await popup.setViewportSize({ width: 372, height: 715 });
    const header = popup.getByRole('banner');
    await header.getByText(/^(?:Connected|(?:Good|Fair|Slow) connection)$/).waitFor();
    await header.getByText(/^\d+[dhm].* left$/).waitFor();
    expect(await header.getByRole('link', { name: /^Open session of PF-/ }).getAttribute('href')).toMatch(
      /^\/devices\/[\w-]+\/stream$/,
    );
    const bar = popup.getByRole('toolbar', { name: 'Phone' });
    // The phone's tile only watches.
    expect(await popup.getByText('Another window of yours has control.').isVisible()).toBe(false);
    const names = await bar
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    expect(names).toEqual(['Back', 'Home', 'Recents', 'Rotate', 'Keyboard', 'Screenshot', 'More']);
    await bar.getByRole('button', { name: 'Keyboard' }).click();
    await popup.getByRole('status', { name: /^You’re typing on the phone\./ }).waitFor();
    const saving = popup.waitForEvent('download');
    await bar.getByRole('button', { name: 'Screenshot' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^PF-.*\.png$/);
    await popup.getByText('Screenshot saved.').waitFor();
    await bar.getByRole('button', { name: 'More' }).click();
    await popup.getByRole('button', { name: 'Volume up' }).click();
    await popup.getByRole('button', { name: 'Volume up' }).waitFor({ state: 'hidden' });
    const [picture, top, bottom] = await Promise.all(
      [popup.locator('#phone'), header, popup.locator('#hint')].map((each) => each.boundingBox()),
    );
    expect(picture?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0));
    expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(bottom?.y ?? 0);
    expect(await findFaults(popup)).toEqual([]);
    await popup.close();
  });

  it('finds a phone’s window again after the mosaic was left or the panel reloaded, without reloading the window', async () => {
    await visit('/devices?view=mosaic');
    const opening = page.waitForEvent('popup');
    await ownWindow().click();
    const popup = await opening;
    await popup.waitForURL('**/frame/**');
    await popup.getByRole('application').waitFor();
    await popup.evaluate(() => Object.assign(window, { isTheFirst: true }));
    const showAgain = async () => {
      await button(/^Show the window of /).click();
      expect(await popup.evaluate(() => 'isTheFirst' in window)).toBe(true);
      expect(page.context().pages()).toHaveLength(2);
    };

    await page.getByRole('radio', { name: 'List' }).click();
    await heading('Phone Management');
    await page.getByRole('radio', { name: 'Mosaic' }).click();
    await showAgain();
    await page.reload();
    await showAgain();
    // A window that has not announced itself is found by its name.
    await page.addInitScript(() => {
      BroadcastChannel.prototype.postMessage = () => undefined;
    });
    await page.reload();
    await ownWindow().click();
    await showAgain();
    await popup.close();
    await button(/^Show the window of /).waitFor({ state: 'detached' });
  });

  it('opens a phone’s window again with the size that it had', async () => {
    await page.addInitScript(() => {
      const open = window.open.bind(window);
      window.open = (address, name, features) => {
        Object.assign(window, { features });
        return open(address, name, features);
      };
    });
    await visit('/devices?view=mosaic');
    const features = () => page.evaluate(() => (window as { features?: string }).features);
    const opening = page.waitForEvent('popup');
    await ownWindow().click();
    const popup = await opening;
    await popup.getByRole('application').waitFor();
    expect(await features()).toContain('width=372,height=715');
    await popup.setViewportSize({ width: 380, height: 500 });
    const closing = popup.waitForEvent('close');
    await popup.evaluate(() => window.close());
    await closing;
    await button(/^Show the window of /).waitFor({ state: 'detached' });
    const openingAgain = page.waitForEvent('popup');
    await ownWindow().click();
    const again = await openingAgain;
    expect(await features()).toContain('width=380,height=500');
    await again.close();
  });

  it('arranges the open windows beside each other with one button', async () => {
    // A browser without a screen moves no windows, so what they are asked for is kept.
    await page.context().addInitScript(() => {
      Object.assign(window, {
        resizeTo: (width: number, height: number) => Object.assign(window, { size: { width, height } }),
        moveTo: (left: number, top: number) => Object.assign(window, { place: { left, top } }),
      });
    });
    await visit('/devices?view=mosaic');
    const popups: Page[] = [];
    for (let count = 0; count < 2; count += 1) {
      const opening = page.waitForEvent('popup');
      await ownWindow().click();
      const popup = await opening;
      await popup.getByRole('application').waitFor();
      popups.push(popup);
    }
    await button('Arrange windows').click();
    type Arranged = { size: { width: number; height: number }; place: { left: number; top: number } };
    const [left, right] = await Promise.all(
      popups.map((popup) =>
        popup.evaluate(() => {
          const { size, place } = window as unknown as Arranged;
          return { ...size, ...place };
        }),
      ),
    );
    expect(right).toMatchObject({ top: left?.top, width: left?.width, height: left?.height });
    expect(right?.left).toBe((left?.left ?? 0) + (left?.width ?? 0));
    for (const popup of popups) await popup.close();
  });

  it('says so when the browser blocks the window', async () => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await visit('/devices?view=mosaic');
    await ownWindow().click();
    await says('Unable to open streaming window. Please check your browser settings.');
  });
});
