// A phone used by the keyboard alone, through the buttons and fields over its picture, in a real browser on the real product.
// The announcements to a screen reader are read from the browser's own accessibility tree.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';
import { openAsDemo } from './open-as-demo.ts';
import { connectToPhone } from './open-session.ts';
import { type PhoneByAdb, tenantFiles } from './phone-by-adb.ts';
import { listPhonesOfDemo } from './sign-in.ts';

const patience = { timeout: 60_000, interval: 200 };
const longestWalk = 200;
/** More than any screen of the phone has. */
const shortWalk = 40;
let browser: Browser;
let page: Page;
let phone: PhoneByAdb;

beforeAll(async () => {
  browser = await openBrowser();
  const [first] = (await listPhonesOfDemo(inject('site'))).toSorted((a, b) => a.tag.localeCompare(b.tag));
  if (first === undefined) throw new Error('the demo customer has no phone');
  phone = await connectToPhone(first.tag);
  // Other journeys may have left the phone in an app, and a note in Notes.
  await phone.shell(
    `pm clear --user $(am get-current-user) com.android.notes; rm -f ${tenantFiles}/Documents/note.txt; input keyevent 3`,
  );
  page = await openAsDemo(browser, `/devices/${first.id}/stream`, { bypassCSP: true });
  await page.getByRole('button', { name: 'Home', exact: true }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await phone?.stop();
});

const focused = () =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });

/** Presses the key until what has the focus has this name. */
async function walkTo(
  name: RegExp,
  key: 'Tab' | 'ArrowDown' | 'Shift+Tab' = 'Tab',
  longest = longestWalk,
): Promise<void> {
  for (let steps = 0; steps < longest; steps++) {
    if (name.test(await focused())) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${name}; at the end: ${await focused()}`);
}

const isInField = () => page.evaluate(() => document.activeElement?.matches('input, textarea') === true);
const isInMirror = () =>
  page.evaluate((selector) => document.activeElement?.closest(selector) != null, region);

/** Waits until the mirror has it, then walks there. */
async function goTo(name: RegExp): Promise<void> {
  await mirror().getByText(name).or(mirror().getByLabel(name)).first().waitFor({ state: 'attached' });
  // A screen that has just opened may put the focus elsewhere once more.
  await vi.waitFor(async () => {
    // A field keeps Home for itself, and one line of text has no use for the arrow.
    if (await isInField()) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    expect(await isInMirror()).toBe(true);
    await walkTo(name, 'ArrowDown', shortWalk);
  }, patience);
}

const region = 'section[aria-label$="as buttons and fields"]';
const mirror = () => page.getByRole('region', { name: /as buttons and fields$/ });
/** A failure as the person sees and hears it. */
const said = async () =>
  `${await mirror().innerText()} | ${await mirror().getByRole('status').textContent()}`;
const announced = () => mirror().locator('[aria-live="polite"]').textContent();
/** Keeps all that is announced from now on: the next change soon takes an announcement's place. */
const keepAnnouncements = () =>
  mirror().evaluate((section) => {
    const heard: string[] = [];
    const keep = () => heard.push(section.querySelector('[aria-live="polite"]')?.textContent ?? '');
    new MutationObserver(keep).observe(section, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { heard });
  });
const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join(' | '));

type AXNode = {
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
};
/** The node that the browser offers to screen readers. */
async function accessible(role: string, name: RegExp): Promise<AXNode | undefined> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AXNode[] };
  await session.detach();
  return nodes.find((node) => node.role?.value === role && name.test(node.name?.value ?? ''));
}
const checkedOf = (node: AXNode | undefined) =>
  node?.properties?.find(({ name }) => name === 'checked')?.value.value;

it('is switched on by the keyboard, and tells what is on the screen', async () => {
  await walkTo(/^Use the phone’s screen as buttons and fields$/);
  await page.keyboard.press('Enter');
  await vi.waitFor(async () => expect(await accessible('button', /^Notes$/)).toBeDefined(), patience);
  await expect.poll(announced, patience).toBe('The home screen is in front.');
  expect(await findAxeViolations(page, region)).toEqual([]);
});

it('opens Notes, writes, and finds the text again', async () => {
  await goTo(/^Notes$/);
  await page.keyboard.press('Enter');
  await goTo(/^Write something$/);
  await page.keyboard.type('Café at 8 ☕');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Bring');
  await page.keyboard.press('Enter');
  // It goes on before the phone has the first part.
  await page.keyboard.type(' milk');
  await page.keyboard.press('Enter');
  await expect.poll(() => mirror().getByRole('status').textContent(), patience).toBe('Typed and read back.');
  await vi.waitFor(async () => {
    expect(await phone.shell(`cat ${tenantFiles}/Documents/note.txt`)).toContain('Café at 8 ☕\nBring milk');
  }, patience);
  // The field keeps the focus while the screen around it changes.
  expect(await focused()).toMatch(/Write something|note/);
  // Escape throws away what was not sent yet, and leaves the mirror only the second time.
  await page.keyboard.type('never sent');
  await page.keyboard.press('Escape');
  expect(await mirror().getByRole('textbox').inputValue()).toBe('Café at 8 ☕\nBring milk');
  expect(await findAxeViolations(page, region)).toEqual([]);

  await walkTo(/^Home$/, 'Tab');
  await page.keyboard.press('Enter');
  await mirror()
    .getByText(/^Gallery$/)
    .waitFor({ state: 'attached' });
  await walkTo(/^Notes$/, 'Shift+Tab');
  await page.keyboard.press('Space');
  await vi.waitFor(async () => {
    const field = mirror().getByRole('textbox');
    expect(await field.inputValue()).toContain('Café at 8 ☕');
  }, patience);
});

it('brings what a list has below, and what it had above', async () => {
  await phone.shell('monkey -p com.android.feed -c android.intent.category.LAUNCHER 1');
  await goTo(/^Show more of/);
  await page.keyboard.press('Enter');
  const previous = mirror().getByText(/^Show the previous part of/);
  await previous.waitFor({ state: 'attached' });
  await goTo(/^Show the previous part of/);
  // A part is as long as what a swipe brings, so the way back may take one more.
  await vi.waitFor(
    async () => {
      if ((await previous.count()) > 0) await page.keyboard.press('Space');
      expect(await previous.count()).toBe(0);
    },
    { ...patience, interval: 2_000 },
  );
});

it('switches a setting, and says its state', async () => {
  await walkTo(/^Home$/, 'Tab');
  await page.keyboard.press('Enter');
  await mirror()
    .getByText(/^Settings$/)
    .waitFor({ state: 'attached' });
  await walkTo(/^Settings$/, 'Shift+Tab');
  await keepAnnouncements();
  // On a busy machine the finger may be down for so long that it is no tap, or be told as missed: then it is pressed again.
  await vi.waitFor(
    async () => {
      if (/^Settings$/.test(await focused()) && (await isInMirror())) await page.keyboard.press('Enter');
      expect(await heard(), await said()).toContain('Settings is in front.');
    },
    { ...patience, interval: 5_000 },
  );
  await goTo(/^Network/);
  await page.keyboard.press('Enter');
  const stateIs = (state: string) =>
    vi.waitFor(
      async () => expect(checkedOf(await accessible('switch', /Bluetooth/)), await said()).toBe(state),
      patience,
    );
  await stateIs('true');
  await goTo(/^Bluetooth/);
  await page.keyboard.press('Space');
  await stateIs('false');
  expect((await phone.shell('settings get global bluetooth_on')).trim()).toBe('0');
  expect(await focused()).toMatch(/^Bluetooth/);
});

it('ends with Escape, and gives the focus back', async () => {
  await page.keyboard.press('Escape');
  await mirror().waitFor({ state: 'detached' });
  expect(await focused()).toBe('Use the phone’s screen as buttons and fields');
});
