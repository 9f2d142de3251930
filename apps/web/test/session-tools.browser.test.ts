// The toolbar of the session page in a real browser: focus, clicks and tooltips.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { prepareSessionPage } from './open-session-page.ts';
import { personalOf, sampleUser } from './sample-fleet.ts';

const site = prepareSessionPage();
const { openLive, tool } = site;

it('tooltips are beside the toolbar, never on the phone, until Escape or the mouse leaves', async () => {
  const page = await openLive();
  const tip = page.getByRole('tooltip');
  await tool(page, 'Back').hover();
  await tip.filter({ hasText: /^Back/ }).waitFor();
  const box = await page.locator('[data-radix-popper-content-wrapper]').boundingBox();
  const bar = await page.getByRole('toolbar', { name: 'Phone' }).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0) - 8);
  // It can be pointed at itself, as long as the mouse stays there.
  await tip.hover();
  await tip.filter({ hasText: /^Back/ }).waitFor();
  await page.getByRole('application').hover();
  await tip.waitFor({ state: 'detached' });
  await tool(page, 'Home').focus();
  await page.keyboard.press('ArrowDown');
  await tip.filter({ hasText: /^Back/ }).waitFor();
  // Its keys alone: the button says its name itself.
  const described = await tool(page, 'Back').evaluate(
    (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  );
  expect(described).toMatch(/^Alt B/);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  expect(await tool(page, 'Back').getAttribute('aria-describedby')).toBeNull();
});

it('text that was lost while the phone was out of reach is told when it is back', async () => {
  const page = await openLive();
  const { relay } = site;
  const told = page.getByRole('status').filter({ hasText: /^We couldn’t check that “漢字” was typed\.$/ });
  relay.sendNotice({ type: 'phone', state: 'offline', detail: 'The connection to the phone was lost.' });
  relay.sendNotice({ type: 'typed', outcome: 'unconfirmed', why: null, text: '漢字' });
  await page.getByText('The connection to the phone was lost.').first().waitFor();
  expect(await told.count()).toBe(0);
  relay.sendNotice({ type: 'phone', state: 'streaming', detail: '' });
  await relay.draw([20, 40, 60]);
  await told.waitFor({ state: 'attached' });
});

it('a live phone is typed on until the tool is clicked again, however quickly or slowly', async () => {
  const page = await openLive();
  const keyboard = tool(page, 'Keyboard');
  const hasKeyboard = () => page.evaluate(() => document.activeElement?.tagName === 'TEXTAREA');
  const isShown = (isOn: boolean) =>
    expect.poll(() => keyboard.getAttribute('aria-pressed')).toBe(String(isOn));
  await keyboard.click();
  await isShown(true);
  // Slowly: the page is drawn between press and release.
  await keyboard.hover();
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await hasKeyboard()).toBe(true);
  await page.mouse.up();
  await isShown(false);
  expect(await hasKeyboard()).toBe(false);
  // Quickly: the second click comes before the page is drawn for the first.
  await keyboard.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  expect(await hasKeyboard()).toBe(false);
  await isShown(false);
});

it('a tool keeps the focus when the code of its tooltips arrives', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const prepare = async (opened: Page) => {
    await opened.route('**/tool-tooltip*', async (route) => {
      ask();
      await released;
      await route.fallback();
    });
  };
  const page = await openLive({ prepare });
  await tool(page, 'Home').focus();
  await asked;
  const home = await tool(page, 'Home').elementHandle();
  release();
  await page.getByRole('tooltip').filter({ hasText: /^Home/ }).waitFor();
  expect(await home?.evaluate((button) => button === document.activeElement)).toBe(true);
});

it('there is one toolbar for the Tab key, and arrows inside it, whichever way it lies', async () => {
  const page = await openLive();
  const bar = page.getByRole('toolbar', { name: 'Phone' });
  // The toolbar moves the focus in a timer.
  const takesFocus = (name: string) => tool(page, name).and(page.locator(':focus')).waitFor();
  expect(await bar.getAttribute('aria-orientation')).toBe('vertical');
  await tool(page, 'Home').focus();
  await page.keyboard.press('ArrowDown');
  await takesFocus('Back');
  await page.keyboard.press('End');
  await takesFocus('Statistics');
  await page.keyboard.press('Tab');
  await bar.locator(':focus').waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 600, height: 900 });
  await page.locator('[role=toolbar][aria-orientation=horizontal]').waitFor();
  await tool(page, 'Home').focus();
  await page.keyboard.press('ArrowRight');
  await takesFocus('Back');
});

describe.each([
  ['390 x 844', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['844 x 390', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }],
])('on a picture in a window of %s', (_, options) => {
  it('it is said in full who records', async () => {
    const page = await openLive(options);
    site.relay.sendNotice({ type: 'recording', by: 'Dana Whitfield-Castellanos' });
    const mark = page.getByRole('status').filter({ hasText: 'Recorded by Dana Whitfield-Castellanos' });
    await mark.waitFor();
    const [own, picture] = [await mark.boundingBox(), await page.getByRole('application').boundingBox()];
    expect(await mark.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual(
      (picture?.x ?? 0) + (picture?.width ?? 0) + 1,
    );
  });
});

it('the recorder’s button keeps the focus while a recording begins and ends', async () => {
  const user = { ...sampleUser, id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11' };
  const me = { ...user, workspaces: [personalOf(user)] };
  const page = await openLive({
    async prepare(page) {
      await page.route('**/api/auth/me', (route) => route.fulfill({ json: me }));
      await page.route('**/api/devices/*/recordings', (route) => route.fulfill({ json: {} }));
    },
  });
  const record = page.getByRole('button', { name: /recorder$/ });
  await record.focus();
  const before = await record.elementHandle();
  await page.keyboard.press('Enter');
  site.relay.sendNotice({ type: 'recording', by: 'marta' });
  await page.getByRole('button', { name: 'Stop recorder' }).waitFor();
  site.relay.sendNotice({ type: 'recording', by: null });
  await page.getByRole('button', { name: 'Start recorder' }).waitFor();
  expect(await before?.evaluate((button) => button === document.activeElement)).toBe(true);
});

it.each([320, 390, 667, 768, 844, 1_024, 1_440])(
  'shows delay and frames per second in a window of %i pixels, also while another has control',
  async (width) => {
    const page = await openLive({ viewport: { width, height: width > 600 && width < 900 ? 390 : 844 } });
    const figures = page.getByText(/(?:\d+ fps|still picture)$/).filter({ visible: true });
    const inSight = () =>
      figures.evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter((box) => box.width > 20 && box.left >= 0 && box.right <= innerWidth)
          .map(
            (box) =>
              document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.textContent,
          ),
      );
    await expect.poll(inSight).toContainEqual(expect.stringMatching(/fps|still picture/));
    site.relay.sendNotice({ type: 'role', role: 'watching', viewers: 2 });
    const words = page.getByText('Another window of yours has control.');
    await words.waitFor();
    await expect.poll(inSight).toContainEqual(expect.stringMatching(/fps|still picture/));
    expect(await words.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(1);
  },
);
