// The others at a phone, on its session page: named in the bar, and cut off from the list. With an API that this test answers for.
import type { ViewerOfPhone } from '@pocketfleet/contract';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareSessionPage } from './open-session-page.ts';
import { personalOf, sampleUser } from './sample-fleet.ts';

const site = prepareSessionPage();
const link = '0b7e7a52-97d4-4b11-9e57-0f6a1f6d00aa';
const user = { ...sampleUser, id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11' };
const viewer = (part: Partial<ViewerOfPhone> & Pick<ViewerOfPhone, 'kind' | 'name'>): ViewerOfPhone => ({
  id: `7c1d4a1e-9d0f-4d8e-8f6e-${part.name
    .slice(0, 12)
    .padEnd(12, '0')
    .replace(/[^0-9a-f]/g, '1')}`,
  is_you: false,
  guest: null,
  ...part,
});
const dana = viewer({
  kind: 'guest',
  name: 'Dana',
  guest: { id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a77', link_id: link, permission: 'watch' },
});
const nightly = viewer({ kind: 'key', name: 'nightly-tests' });
const ben = viewer({ kind: 'person', name: 'ben' });
let viewers: ViewerOfPhone[];
let isManager: boolean;
let calls: { call: string; body: unknown }[];

beforeEach(() => {
  viewers = [viewer({ kind: 'person', name: 'demo', id: user.id, is_you: true }), dana, nightly, ben];
  isManager = true;
  calls = [];
});

async function prepare(page: Page): Promise<void> {
  const own = personalOf(user);
  const permissions = own.permissions.filter((each) => isManager || each !== 'members');
  await page.route('**/api/auth/me', (route) =>
    route.fulfill({ json: { ...user, workspaces: [{ ...own, permissions }] } }),
  );
  await page.route('**/viewers', (route) => route.fulfill({ json: { viewers } }));
  await page.route('**/api/share-links**', (route) => route.fulfill({ json: { links: [] } }));
  const change = async (route: Parameters<Parameters<Page['route']>[1]>[0], json: object) => {
    const { pathname } = new URL(route.request().url());
    calls.push({ call: `${route.request().method()} ${pathname}`, body: route.request().postDataJSON() });
    viewers = viewers.filter(({ name }) => name === 'demo');
    await route.fulfill({ json });
  };
  await page.route('**/seat/cut', (route) => change(route, { holder: null, since: null, generation: 2 }));
  await page.route(`**/api/share-links/${link}`, (route) => change(route, { message: 'Done' }));
}

const openPage = (width: number, height = 900) => site.openLive({ viewport: { width, height }, prepare });
const showWhoIsHere = (page: Page) => page.getByRole('button', { name: 'Show who is at this phone' });

it.each([
  [1_920, 900, 'Dana (guest) +2'],
  [1_440, 900, 'Dana (guest) +2'],
  [768, 1_024, '3'],
  [390, 844, '3'],
  [320, 640, '3'],
])('the bar names who else is here, in a window of %i x %i', async (width, height, text) => {
  const page = await openPage(width, height);
  site.relay.sendNotice({
    type: 'role',
    role: 'watching',
    viewers: 4,
    holder: { kind: 'key', name: 'nightly-tests' },
  });
  await page.getByRole('button', { name: 'Cut off' }).waitFor();
  await page
    .getByRole('status')
    .getByText('Also at this phone: Dana (guest), nightly-tests (key), ben')
    .waitFor({ state: 'attached' });
  const button = showWhoIsHere(page);
  await button.getByText(text, { exact: true }).waitFor();
  const bar = page.locator('[data-session] > div').first();
  const cutPx = (each: Locator) =>
    each.evaluate((element) => Math.max(0, element.getBoundingClientRect().right - innerWidth));
  for (const each of await bar.getByRole('button').all())
    if (await each.isVisible()) expect(await cutPx(each), await each.innerText()).toBe(0);
  expect(await findFaults(page)).toEqual([]);
  await button.click();
  await page.getByRole('heading', { name: 'Here now' }).waitFor();
});

it('a key is cut off after a question, with all that it has open', async () => {
  const page = await openPage(1_440);
  await showWhoIsHere(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cut off: nightly-tests' }).click();
  await dialog
    .getByText('Everything that this key has open on this phone closes, shells and adb too')
    .waitFor();
  expect(calls).toEqual([]);
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Yes, cut nightly-tests off' }).click();
  await dialog.getByText('Nobody else is viewing this phone right now.').waitFor();
  expect(calls).toEqual([
    {
      call: `POST /api/devices/${site.phone?.id}/seat/cut`,
      body: { kind: 'key', id: nightly.id },
    },
  ]);
});

it('people are cut off only by those who manage the team', async () => {
  isManager = false;
  const page = await openPage(1_440);
  await showWhoIsHere(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cut off: nightly-tests' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Cut off: ben' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  site.relay.sendNotice({
    type: 'role',
    role: 'watching',
    viewers: 2,
    holder: { kind: 'person', name: 'ben' },
  });
  await page.getByRole('status').getByText('ben has the phone').waitFor();
  expect(await page.getByRole('button', { name: 'Cut off' }).count()).toBe(0);
  site.relay.sendNotice({
    type: 'role',
    role: 'watching',
    viewers: 2,
    holder: { kind: 'key', name: 'nightly-tests' },
  });
  await page.getByRole('button', { name: 'Cut off' }).waitFor();
});

it('a guest is cut off together with their link, by which they could join again', async () => {
  const page = await openPage(1_440);
  await showWhoIsHere(page).click();
  await page.getByRole('button', { name: 'Cut off and end link: Dana' }).click();
  await page.getByText('The link has ended, and its guests are out.').waitFor();
  expect(calls).toEqual([{ call: `DELETE /api/share-links/${link}`, body: null }]);
});
