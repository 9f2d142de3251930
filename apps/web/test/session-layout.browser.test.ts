// What stands where in a session at each width, in a real browser: once the picture is shown, nothing moves it.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareSessionPage } from './open-session-page.ts';

const site = prepareSessionPage();
const { openLive, tool } = site;
const picture = (page: Page) => page.getByRole('application').boundingBox();
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Phone' });

/** A tool, also one that is in the menu of a phone's window. */
async function use(page: Page, name: string): Promise<void> {
  if (!(await tool(page, name).isVisible())) {
    await tool(page, 'More').click();
    await page.getByRole('dialog', { name: 'More tools' }).getByRole('button', { name, exact: true }).click();
    return;
  }
  await tool(page, name).click();
}

const windows: [string, BrowserContextOptions][] = [
  ['390 x 844', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['844 x 390', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }],
  ['768 x 1024', { viewport: { width: 768, height: 1_024 } }],
  ['1440 x 900', { viewport: { width: 1_440, height: 900 } }],
];

describe.each(windows)('in a window of %s', (_, options) => {
  it('the picture stays where it is', async () => {
    const page = await openLive(options);
    const before = await picture(page);
    const staysAfter = async (event: string) => {
      await expect.poll(() => picture(page), { message: event }).toEqual(before);
    };
    await use(page, 'Record');
    await page.getByText(/^(?:Starting to record|Recording)$/).waitFor();
    await staysAfter('a recording');
    await use(page, 'Stop recording');
    await staysAfter('the end of the recording');
    site.relay.sendNotice({ type: 'role', role: 'watching', viewers: 12 });
    await page.getByText('Another window of yours has control.').waitFor();
    await staysAfter('another viewer');
    site.relay.sendNotice({ type: 'role', role: 'controlling', viewers: 1 });
    await page.getByText('Another window of yours has control.').waitFor({ state: 'detached' });
    await use(page, 'Keyboard');
    await page.getByText(/Keyboard is in the phone|typing on the phone/).waitFor();
    await staysAfter('typing');
    for (const name of ['Clipboard', 'Statistics']) {
      await use(page, name);
      await staysAfter(`opening ${name}`);
      // From 1280 pixels the statistics have a column, which is always there.
      const isInColumn = name === 'Statistics' && (page.viewportSize()?.width ?? 0) >= 1_280;
      if (isInColumn) await use(page, name);
      else await page.getByRole('button', { name: 'Close the panel' }).click();
      await staysAfter(`closing ${name}`);
    }
    site.relay.cut();
    await page.getByText('Reconnecting', { exact: true }).waitFor();
    await staysAfter('a lost connection');
    site.relay.restore();
    await expect.poll(() => tool(page, 'Home').isEnabled()).toBe(true);
    await staysAfter('the connection’s return');
  });

  it('the phone and its tools are whole, apart from each other, and the page doesn’t scroll', async () => {
    const page = await openLive(options);
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    const [phone, bar] = await Promise.all([picture(page), toolbar(page).boundingBox()]);
    for (const box of [phone, bar]) {
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    const isBeside = (phone?.x ?? 0) + (phone?.width ?? 0) <= (bar?.x ?? 0);
    const isAbove = (phone?.y ?? 0) + (phone?.height ?? 0) <= (bar?.y ?? 0);
    expect(isBeside || isAbove).toBe(true);
    expect(await toolbar(page).evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0);
    const scrolls = await page.evaluate(() => {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    });
    expect(scrolls).toEqual([0, 0]);
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/${width}.png` });
    expect(await findFaults(page)).toEqual([]);
  });
});

it('has every tool in sight in a window of 1366 x 650', async () => {
  const page = await openLive({ viewport: { width: 1_366, height: 650 } });
  expect(await toolbar(page).evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0);
  const last = await tool(page, 'Statistics').boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(650);
  expect(last?.height).toBeGreaterThanOrEqual(24);
});

it('a panel leaves the upper half of a phone’s window to the phone', async () => {
  const page = await openLive({ viewport: { width: 390, height: 844 } });
  await use(page, 'Clipboard');
  const panel = await page.getByRole('complementary', { name: 'Phone tools' }).boundingBox();
  const phone = await picture(page);
  expect((panel?.y ?? 0) - (phone?.y ?? 0)).toBeGreaterThan(300);
  expect(await findFaults(page)).toEqual([]);
});

it('a device without a keyboard is offered a button, not keys, to stop typing', async () => {
  const page = await openLive({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await use(page, 'Keyboard');
  await page.getByRole('button', { name: 'Stop typing' }).click();
  await page.getByRole('button', { name: 'Stop typing' }).waitFor({ state: 'detached' });
  expect(await page.getByText(/Ctrl/).count()).toBe(0);
});

it('lists the screenshots that were taken, to download and to copy, from 1280 pixels', async () => {
  const page = await openLive();
  const saving = page.waitForEvent('download');
  await use(page, 'Screenshot');
  const name = (await saving).suggestedFilename();
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the screenshot at / }).click();
  expect((await again).suggestedFilename()).toBe(name);
  await page.getByRole('button', { name: /^Copy the screenshot at / }).waitFor();
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  await page.getByRole('region', { name: 'Statistics' }).waitFor();
  if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/column.png` });
  expect(await findFaults(page)).toEqual([]);
});

it('shows its hint once below 1280 pixels, until it is dismissed', async () => {
  const page = await openLive({ viewport: { width: 1_024, height: 768 } });
  await page.getByText(/^Click the phone to type\./).waitFor();
  await page.getByRole('button', { name: 'Dismiss the hint' }).click();
  await page.getByText(/^Click the phone to type\./).waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => tool(page, 'Home').isEnabled()).toBe(true);
  expect(await page.getByText(/^Click the phone to type\./).count()).toBe(0);
});

it('shows time left and quality in full screen while the pointer moves, and while the quality is not good', async () => {
  const page = await openLive();
  await use(page, 'Full screen');
  const bar = page.locator('[data-full-screen-bar]');
  const opacity = () => bar.evaluate((each) => getComputedStyle(each).opacity);
  await bar.getByText(/^\d+[dhm]/).waitFor();
  await expect.poll(opacity).toBe('0');
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  await expect.poll(opacity).toBe('1');
  await expect.poll(opacity).toBe('0');
  site.relay.cut();
  await expect.poll(opacity).toBe('1');
});

it('extends the rental from the session', async () => {
  const page = await openLive();
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  await page.getByRole('dialog', { name: /^Rental of / }).waitFor();
});
