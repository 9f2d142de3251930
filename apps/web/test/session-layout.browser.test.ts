// The layout of a session at each width, in a real browser: once the picture is shown, nothing moves it.
import { closeCodes } from '@pocketfleet/contract';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareSessionPage } from './open-session-page.ts';
import { personalOf, sampleUser } from './sample-fleet.ts';

const site = prepareSessionPage();
const { openLive, tool } = site;
const picture = (page: Page) => page.getByRole('application').boundingBox();
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Phone' });

/** A tool, also one that is in the menu of a phone's window. */
async function use(page: Page, name: string): Promise<void> {
  if (await tool(page, name).isVisible()) return await tool(page, name).click();
  await tool(page, 'More').click();
  await page.getByRole('dialog', { name: 'More tools' }).getByRole('button', { name, exact: true }).click();
}

type Window = readonly [name: string, options: BrowserContextOptions];
/** `npm run proof -- session-layout` looks at each window; `npm test`, which has minutes, at a phone's and a desk's. */
const inTime = (all: readonly Window[]): Window[] =>
  all.filter((_, at) => process.env['PROOF_SIZE'] !== undefined || at === 0 || at === all.length - 1);

const windows = inTime([
  ['390 x 844', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['844 x 390', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }],
  ['768 x 1024', { viewport: { width: 768, height: 1_024 } }],
  ['1440 x 900', { viewport: { width: 1_440, height: 900 } }],
]);

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

  it('a phone that was replaced says so in full, and its next step can be pressed', async () => {
    const page = await openLive(options);
    const { devices, phone } = site;
    const [, successor] = devices.filter(({ connection_state }) => connection_state === 'online');
    const replaces = {
      device_id: phone?.id ?? '',
      tag: phone?.tag ?? '',
      at: new Date(Date.parse(phone?.starts_at ?? '') + 60_000).toISOString(),
      because: 'by_team',
      note: 'Its battery swells, and its screen no longer answers at the edges',
    } as const;
    site.answer.list = devices
      .filter(({ id }) => id !== phone?.id)
      .map((device) => (device.id === successor?.id ? { ...device, replaces } : device));
    site.relay.closeViewers(closeCodes.device_quarantined.code);
    const link = page.getByRole('link', { name: `Open ${successor?.tag}` });
    await link.waitFor();
    const words = page.getByText('Its battery swells');
    const isWhole = (each: Locator) =>
      each.evaluate((element) => {
        const own = element.getBoundingClientRect();
        const box = element.closest('.overflow-hidden')?.getBoundingClientRect();
        return box !== undefined && own.top >= box.top && own.bottom <= box.bottom && own.right <= box.right;
      });
    expect(await isWhole(link)).toBe(true);
    expect(await isWhole(words)).toBe(true);
    await link.click({ trial: true });
    expect(await findFaults(page)).toEqual([]);
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
    expect(await findFaults(page)).toEqual([]);
  });
});

it.each(
  inTime([
    ['390 x 844', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ['844 x 390', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }],
    ['1180 x 800', { viewport: { width: 1_180, height: 800 } }],
  ]),
)('in a window of %s the phone can be given back, and it is said who has it', async (_, options) => {
  const given: string[] = [];
  const user = { ...sampleUser, id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11' };
  const me = { ...user, workspaces: [personalOf(user)] };
  const page = await openLive({
    ...options,
    async prepare(prepared) {
      await prepared.route('**/api/auth/me', (route) => route.fulfill({ json: me }));
      await prepared.route('**/seat/give', (route) => {
        given.push(route.request().method());
        return route.fulfill({ json: { holder: null, since: null, generation: 2 } });
      });
    },
  });
  site.relay.sendNotice({ type: 'role', role: 'controlling', viewers: 1 });
  await page.getByRole('status').getByText('You have the phone').waitFor();
  // A phone's window has it among its tools.
  if ((page.viewportSize()?.width ?? 0) < 1_000) await use(page, 'Give back');
  else await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByText('The phone is free for others now.').waitFor();
  expect(given).toEqual(['POST']);
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Alt+KeyY');
  await expect.poll(() => given).toEqual(['POST', 'POST']);
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
  // A finger leaves no pointer on the tool, whose hint would cover the button on a slow machine.
  await page.mouse.move(0, 0);
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
  await bar.getByText(/ha(?:s|ve) the phone|is free/).waitFor({ state: 'attached' });
  await expect.poll(opacity).toBe('0');
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  await expect.poll(opacity).toBe('1');
  await expect.poll(opacity).toBe('0');
  site.relay.cut();
  await expect.poll(opacity).toBe('1');
});

it('shows its dialogs and its panel in full screen, over a stage that fills the window', async () => {
  const page = await openLive();
  await use(page, 'Full screen');
  await page.locator('[data-full-screen-bar]').waitFor();
  /** True when the middle of this element is in sight: what is outside of the full screen's element never is. */
  const isInSight = (element: Locator) =>
    element.evaluate((each) => {
      const box = each.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + 4);
      return document.fullscreenElement?.contains(each) === true && each.contains(top);
    });
  expect(await page.locator('[data-full-screen-bar]').boundingBox()).toMatchObject({
    x: 0,
    y: 0,
    width: 1_280,
  });
  await use(page, 'Clipboard');
  const panel = page.getByRole('complementary', { name: 'Phone tools' });
  await expect.poll(() => isInSight(panel)).toBe(true);
  await use(page, 'Shortcuts');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  await expect.poll(() => isInSight(sheet)).toBe(true);
});

it('extends the rental from the session', async () => {
  const page = await openLive();
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  await page.getByRole('dialog', { name: /^Rental of / }).waitFor();
});

it('has a bar of one line at each width, with all that it can have, and nothing lies on its neighbour', async () => {
  // Somebody who may record and share, while a guest has the phone.
  const user = { ...sampleUser, id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11' };
  const me = { ...user, workspaces: [personalOf(user)] };
  const page = await openLive({
    async prepare(page) {
      await page.route('**/api/auth/me', (route) => route.fulfill({ json: me }));
    },
  });
  const holder = { kind: 'guest', name: 'Dana Whitfield-Castellanos' } as const;
  site.relay.sendNotice({ type: 'role', role: 'watching', viewers: 12, holder });
  await page.getByRole('button', { name: 'Cut off' }).waitFor();
  await page.getByRole('button', { name: 'Start recorder' }).waitFor();
  const bar = page.getByRole('heading', { level: 1 }).locator('..');
  const seen: string[] = [];
  for (const width of [320, 360, 390, 480, 640, 768, 844, 1_024, 1_280, 1_440, 1_536, 1_920]) {
    // From 1024 px the panel's navigation stands beside it.
    const room = width - (width >= 1_024 ? 64 : 0);
    await page.setViewportSize({ width, height: 900 });
    await bar.evaluate((each, px) => each.style.setProperty('width', `${px}px`), room);
    expect((await bar.boundingBox())?.height).toBeLessThan(64);
    seen.push(...(await bar.evaluate(findCramped)).map((fault) => `${width} px: ${fault}`));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) seen.push(`${width} px: the page is ${overflow} px too wide`);
  }
  expect(seen).toEqual([]);
});

/** Runs in the page: parts of the bar that reach beyond it or over the part before them, and a tag that is cut. */
function findCramped(bar: Element): string[] {
  const faults: string[] = [];
  const tag = bar.querySelector('h1')?.firstElementChild;
  const parts = [...bar.querySelectorAll<HTMLElement>('a, h1, button, time, [role=status], h1 ~ span svg')]
    .filter((each) => each.getBoundingClientRect().width > 2)
    .map((each) => ({ name: each.textContent || each.tagName, box: each.getBoundingClientRect() }))
    .sort((one, other) => one.box.left - other.box.left);
  const end = bar.getBoundingClientRect().right;
  for (const [index, { name, box }] of parts.entries()) {
    if (box.right > end) faults.push(`${name} is cut`);
    const next = parts[index + 1];
    if (next && next.box.left < box.right - 1 && next.box.right > box.right + 1)
      faults.push(`${next.name} lies on ${name}`);
  }
  const heading = bar.querySelector('h1')?.getBoundingClientRect();
  if (tag && heading && tag.getBoundingClientRect().right > heading.right + 1) faults.push('the tag is cut');
  return faults;
}
