// The outline beside the live picture: lines and picture point at each other, a line can be searched, copied and tapped, and it
// follows the phone.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';
import { keepPicture } from './keep-picture.ts';
import { openAsDemo } from './open-as-demo.ts';
import { connectToPhone, waitUntilLive } from './open-session.ts';
import type { PhoneByAdb } from './phone-by-adb.ts';
import { listPhonesOfDemo } from './sign-in.ts';

const patience = { timeout: 60_000, interval: 200 };
const settings = 'com.android.settings';
let browser: Browser;
let page: Page;
let phone: PhoneByAdb;

beforeAll(async () => {
  browser = await openBrowser();
  const [first] = (await listPhonesOfDemo(inject('site'))).toSorted((a, b) => a.tag.localeCompare(b.tag));
  if (first === undefined) throw new Error('the demo customer has no phone');
  phone = await connectToPhone(first.tag);
  await phone.shell(`am force-stop ${settings}; monkey -p ${settings} -c android.intent.category.LAUNCHER 1`);
  page = await openAsDemo(browser, `/devices/${first.id}/stream`, {
    bypassCSP: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await waitUntilLive(page);
});
afterAll(async () => {
  await browser?.close();
  await phone?.stop();
});

const outline = () => page.getByRole('list', { name: /^Outline of the screen of / });
const line = (name: RegExp) => outline().getByRole('button', { name }).first();
/** The frame on the picture. */
const frame = () => page.locator('div[data-ref]');
const placeOfFrame = async () => (await frame().boundingBox()) ?? expect.fail('nothing is lit');

it('opens beside the picture and lists what is on the screen', async () => {
  await page
    .getByRole('tab', { name: 'Inspect' })
    .or(page.getByRole('button', { name: 'Inspect' }))
    .first()
    .click();
  await line(/button “Network/).waitFor();
  await page.getByText(settings, { exact: true }).waitFor();
  await page.getByText(/While this is open, accessibility services on the phone are off/).waitFor();
  await keepPicture(page, 'inspect');
  expect(await findAxeViolations(page)).toEqual([]);
});

it('a line under the mouse lights up its place on the picture, and a place on the picture its line', async () => {
  const network = line(/button “Network/);
  await network.hover();
  const ref = await network.getAttribute('data-line');
  await vi.waitFor(async () => expect(await frame().getAttribute('data-ref')).toBe(ref), patience);
  const lit = await placeOfFrame();
  const shown = (await page.getByRole('application').boundingBox()) ?? expect.fail('no picture');
  expect(lit.x).toBeGreaterThanOrEqual(shown.x - 1);
  expect(lit.x + lit.width).toBeLessThanOrEqual(shown.x + shown.width + 1);
  await keepPicture(page, 'inspect-lit');

  const other = line(/button “Display/);
  const otherRef = await other.getAttribute('data-line');
  await other.hover();
  await vi.waitFor(async () => expect(await frame().getAttribute('data-ref')).toBe(otherRef), patience);
  // Where less motion is asked for, the frame still moves with the page's next frame, not at once.
  await vi.waitFor(
    async () => expect((await placeOfFrame()).y).toBeGreaterThan(lit.y + lit.height),
    patience,
  );
  const place = await placeOfFrame();
  await network.hover();
  await vi.waitFor(async () => expect(await frame().getAttribute('data-ref')).toBe(ref), patience);
  const middle = [place.x + place.width / 2, place.y + place.height / 2] as const;
  await page.mouse.move(...middle);
  await vi.waitFor(async () => expect(await frame().getAttribute('data-ref')).toBe(otherRef), patience);
  // With Alt, a click picks it and doesn't tap.
  await page.keyboard.down('Alt');
  await page.mouse.click(...middle);
  await page.keyboard.up('Alt');
  await vi.waitFor(async () => expect(await other.getAttribute('aria-pressed')).toBe('true'), patience);
  expect(await line(/button “Network/).isVisible()).toBe(true);
});

it('searches, and copies a selector', async () => {
  const search = page.getByRole('searchbox', { name: 'Search name, ref or id' });
  await search.fill('network');
  await vi.waitFor(async () => expect(await outline().getByRole('listitem').count()).toBe(1), patience);
  await line(/button “Network/).click();
  await page.getByRole('button', { name: /Copy .*selector/i }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/network/i);
  await search.fill('nothing has this name');
  await page.getByText('No line matches.').waitFor();
  await search.fill('');
});

it('taps the chosen line, says what changed, and follows the phone', async () => {
  await line(/button “Network/).click();
  await page.getByRole('button', { name: 'Tap', exact: true }).click();
  await line(/Bluetooth/).waitFor({ timeout: patience.timeout });
  await page.getByRole('region', { name: 'Last action' }).getByText(/Done/).waitFor();
  await phone.shell('input keyevent 3');
  await line(/Notes/).waitFor({ timeout: patience.timeout });
  await page.getByText('com.android.launcher3', { exact: true }).waitFor();
});

it('keeps the last outline and says why while the screen is off, and goes on when it is on again', async () => {
  onTestFinished(async () => void (await phone.shell('input keyevent 224; wm dismiss-keyguard')));
  await phone.shell('input keyevent 223');
  await page.getByText('The screen can’t be read now').waitFor({ timeout: patience.timeout });
  await page.getByText(/The display is off.*The outline is from/i).waitFor();
  await keepPicture(page, 'inspect-off');
  await phone.shell('input keyevent 224');
  await page
    .getByText('The screen can’t be read now')
    .waitFor({ state: 'hidden', timeout: patience.timeout });
  // First the lock screen, where it has one.
  await outline().getByRole('button').first().waitFor();
  await phone.shell('wm dismiss-keyguard; input keyevent 3');
  await line(/Notes/).waitFor({ timeout: patience.timeout });
});
