// The screen as buttons and fields, on a screen that comes from here instead of a phone: what a screen reader is told, and what
// becomes of a text that the phone doesn't take.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { done, node, prepareScreen } from './fake-screen.ts';
import { prepareSessionPage } from './open-session-page.ts';

const { openLive } = prepareSessionPage();
const search = node('n21', 'Search', 300, {
  role: 'field',
  hint: 'Search apps',
  value: '',
  states: ['focused'],
});
const secret = node('n22', 'Password', 400, { role: 'field', value: '(hidden)', states: ['password'] });
const screen = prepareScreen([
  node('n20', 'Like', 200),
  search,
  secret,
  node('n23', 'Under', 500, { states: ['covered'] }),
]);

const mirror = (page: Page) => page.getByRole('region', { name: /as buttons and fields$/ });
const status = (page: Page) => mirror(page).getByRole('status');

async function openMirror(): Promise<Page> {
  const page = await openLive({ prepare: screen.prepare });
  await page.getByRole('button', { name: 'Use the phone’s screen as buttons and fields' }).press('Enter');
  await mirror(page).getByRole('button', { name: 'Like' }).waitFor({ state: 'attached' });
  return page;
}

/** Each text that the status had, empty ones left out. */
async function listenToStatus(page: Page): Promise<() => Promise<string[]>> {
  await status(page).evaluate((element) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      if (element.textContent) said.push(element.textContent);
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

it('the same outcome is said each time, and never again after a problem', async () => {
  const page = await openMirror();
  const said = await listenToStatus(page);
  const like = mirror(page).getByRole('button', { name: 'Like' });
  await like.press('Enter');
  await expect.poll(said).toEqual(['Done.']);
  await like.press('Space');
  await expect.poll(said).toEqual(['Done.', 'Done.']);
  screen.tellProblem('busy', 'another automation holds the screen');
  await expect.poll(said).toHaveLength(3);
  screen.tellOutline();
  await expect.poll(() => status(page).textContent()).toBe('');
  expect(await said()).toHaveLength(3);
});

it('the app in front is said by its name, which comes after the screen', async () => {
  const apps = Promise.withResolvers<void>();
  const page = await openLive({
    prepare: async (of) => {
      await screen.prepare(of);
      await of.route('**/apps/list', async (route) => {
        await apps.promise;
        const feed = { package: 'com.android.feed', label: 'Feed', version: '1', is_system: true };
        await route.fulfill({ json: [feed] });
      });
    },
  });
  await page.getByRole('button', { name: 'Use the phone’s screen as buttons and fields' }).press('Enter');
  await mirror(page).getByRole('button', { name: 'Like' }).waitFor({ state: 'attached' });
  const announced = mirror(page).locator('[aria-live="polite"]');
  // Empty, or after three seconds the package.
  expect(await announced.textContent()).not.toContain('Feed');
  apps.resolve();
  await expect.poll(() => announced.textContent()).toBe('Feed is in front.');
});

it('Shift and Enter press long', async () => {
  const page = await openMirror();
  await mirror(page).getByRole('button', { name: 'Like' }).press('Shift+Enter');
  await expect.poll(() => screen.actions).toEqual([{ action: 'long_press', ref: 'n20' }]);
});

it('Enter sends a text, and Enter once more is Enter on the phone', async () => {
  const page = await openMirror();
  const field = mirror(page).getByRole('textbox', { name: 'Search' });
  await field.fill('maps');
  await field.press('Enter');
  const typed = { action: 'type', ref: 'n21', text: 'maps', replace: true };
  await expect.poll(() => screen.actions).toEqual([typed]);
  await status(page).getByText('Done.').waitFor({ state: 'attached' });
  screen.nodes = screen.nodes.map((one) => (one === search ? { ...search, value: 'maps' } : one));
  screen.tellOutline();
  await expect.poll(() => field.inputValue()).toBe('maps');
  await field.press('Enter');
  await expect.poll(() => screen.actions).toEqual([typed, { action: 'press', key: 'enter' }]);
});

it('a text that the phone does not take stays in its field', async () => {
  const page = await openMirror();
  screen.outcome = { ...done, done: false, why: 'seat_taken', detail: 'Ada has the phone.' };
  const field = mirror(page).getByRole('textbox', { name: 'Search' });
  await field.fill('maps');
  await field.press('Enter');
  await status(page).getByText('Ada has the phone.').waitFor({ state: 'attached' });
  await expect.poll(() => field.inputValue()).toBe('maps');
  screen.outcome = done;
  await field.press('Enter');
  await expect.poll(() => screen.actions.length).toBe(2);
});

it('a password that is there is told without its letters, and no password manager fills the field', async () => {
  const page = await openMirror();
  const field = mirror(page).getByLabel('Password');
  expect(await field.inputValue()).toBe('');
  expect(await field.getAttribute('aria-description')).toBe(
    'Holds a hidden text. What you type replaces it.',
  );
  expect(await field.getAttribute('autocomplete')).toBe('new-password');
});

it('a covered control is announced as unusable', async () => {
  const page = await openMirror();
  expect(await mirror(page).getByRole('button', { name: 'Under', disabled: true }).count()).toBe(1);
});

it('where the line has ended, it can be asked for again by the keyboard', async () => {
  const page = await openMirror();
  await screen.sockets.at(-1)?.close({ code: 4405 });
  const again = mirror(page).getByRole('button', { name: 'Ask again' });
  await again.press('Enter');
  await expect.poll(() => screen.sockets.length).toBe(2);
  await again.waitFor({ state: 'detached' });
});

it('in another app the focus goes to its first control, and on another screen of the same app it keeps its place', async () => {
  const page = await openMirror();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const rows = (from: number) =>
    [0, 1, 2].map((at) => node(`n${from + at}`, `Row ${from + at}`, 200 + at * 100));
  screen.nodes = rows(30);
  screen.tellOutline();
  await mirror(page).getByRole('button', { name: 'Row 32' }).focus();
  screen.nodes = rows(40);
  screen.tellOutline();
  await expect.poll(focused).toBe('Row 42');
  // While an app opens, what was there before is still there for a moment.
  for (const nodes of [screen.nodes, rows(50)])
    screen.tell({ type: 'outline', text: '', nodes, app: 'com.android.settings' });
  await expect.poll(focused).toBe('Row 50');
});
