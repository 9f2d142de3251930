// A team that is in use, on each page that shows it, at each size in both themes, on the real product: members, invitations, links,
// keys and connected programs. PICTURES=FOLDER keeps a picture of each, and a gallery of them.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { loginByDevice } from '../packages/cli/src/device-login.ts';
import { signInAs } from './account-pages.ts';
import { openBrowser } from './browser.ts';
import { findFaultsAtEachSize, pageSizes } from './each-size.ts';
import { mailedLink } from './mails.ts';
import { createCustomer } from './new-customer.ts';
import { callIn, createTeam, handBackIn, type Place, rentIn, tokenOf } from './team-by-api.ts';

const site = inject('site');
const operator = inject('operator');
let browser: Browser;
let context: BrowserContext;
let place: Place & { team: string };
let page: Page;
/** A key is in use for two minutes after it was used. */
let useKey: () => Promise<unknown>;

beforeAll(async () => {
  browser = await openBrowser();
  const person = await createCustomer({ site, operator });
  place = await createTeam(await tokenOf(person), 'Brightside Agency');
  await rentIn(place, 3);
  const phones = (await callIn(place, 'listPhones')).map(({ id }) => id);
  await fillTeam(phones);
  await makeKeys(phones);
  await connectProgram(phones);
  await callIn(place, 'createShareLink', {
    body: { name: 'Client review', permission: 'watch', phones: phones.slice(0, 1) },
  });
  await callIn(place, 'setBudget', { params: { id: place.team }, body: { monthly_limit_cents: 7_000 } });
  // The pages are looked at with a policy that lets axe in.
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const first = await context.newPage();
  await signInAs(first, person);
  await first.close();
});
afterEach(() => page?.close());
afterAll(async () => {
  if (place) await handBackIn(place);
  await browser?.close();
});

/** Four members beside the owner, and two who haven't come yet. */
async function fillTeam(phones: readonly string[]): Promise<void> {
  const params = { id: place.team };
  for (const body of [
    { role: 'admin', phones: 'all' },
    { role: 'manager', phones: 'all', monthly_limit_cents: 150_000 },
    { role: 'user', phones },
    { role: 'viewer', phones: phones.slice(2) },
  ]) {
    const member = await createCustomer({ site, operator });
    await callIn(place, 'createInvitation', { params, body: { ...body, email: member.email } });
    const link = await mailedLink(operator, member.email, 'Nora invited you to Brightside Agency');
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
    await callIn({ token: await tokenOf(member), team: null }, 'acceptInvitation', { body: { token } });
  }
  for (const body of [
    { email: 'jonas@brightside.example', role: 'user', phones: phones.slice(0, 2) },
    { email: 'accounts.receivable@a-rather-long-name-of-a-company.example', role: 'manager', phones: 'all' },
  ])
    await callIn(place, 'createInvitation', { params, body });
}

async function makeKeys(phones: readonly string[]): Promise<void> {
  const make = (body: object) => callIn(place, 'makeKey', { body });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const used = await make({
    name: 'nightly-tests',
    permissions: ['watch', 'control', 'apps', 'adb'],
    phones: 'all',
  });
  useKey = () => callIn({ token: used.key, team: null }, 'listPhones');
  const rotated = await make({
    name: 'store-feed',
    permissions: ['watch', 'apps'],
    phones: phones.slice(0, 2),
  });
  await callIn(place, 'rotateKey', { params: { id: rotated.id } });
  await make({
    name: 'release-robot',
    permissions: ['apps', 'files', 'rent', 'spend'],
    phones: 'all',
    networks: ['203.0.113.0/24'],
    monthly_limit_cents: 5_000,
    hours_a_day: 8,
    expires_at: inDays(6),
  });
}

async function connectProgram(phones: readonly string[]): Promise<void> {
  await loginByDevice(site, ({ code }) => {
    void callIn(place, 'approveConsent', {
      body: {
        asked: { user_code: code },
        workspace_id: place.team,
        permissions: ['watch', 'control'],
        phones: phones.slice(0, 2),
        days: 90,
        monthly_limit_cents: 0,
        hours_a_day: 4,
      },
    });
  });
}

type State = {
  name: string;
  path: string;
  ready: string | RegExp;
  before?: () => Promise<unknown>;
  open?: () => Promise<unknown>;
};

const click = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const dialog = () => page.getByRole('dialog').first().waitFor();
const states: State[] = [
  { name: 'members', path: '/team', ready: '5 members' },
  { name: 'nobody-found', path: '/team?q=nobody', ready: 'Nobody matches' },
  {
    name: 'new-role',
    path: '/team',
    ready: '5 members',
    open: () => page.getByLabel('Role of Nora').last().selectOption('Owner'),
  },
  {
    name: 'hand-over',
    path: '/team',
    ready: '5 members',
    async open() {
      await page.getByLabel('New owner').selectOption({ index: 1 });
      await click('Hand the team over');
    },
  },
  {
    name: 'invite',
    path: '/team',
    ready: '5 members',
    async open() {
      await click('Invite people');
      await page.getByRole('dialog').getByLabel('Role').selectOption('Manager');
    },
  },
  {
    name: 'member',
    path: '/team',
    ready: '5 members',
    async open() {
      await page.getByRole('button', { name: 'Change phones and limit of Nora' }).last().click();
      await dialog();
    },
  },
  {
    name: 'remove',
    path: '/team',
    ready: '5 members',
    async open() {
      await page.getByRole('button', { name: 'Remove Nora from the team?' }).last().click();
      await dialog();
    },
  },
  {
    name: 'switcher',
    path: '/team',
    ready: '5 members',
    async open() {
      await click('Work as: Brightside Agency');
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'keys', path: '/programs/keys', ready: 'In use now', before: () => useKey() },
  {
    name: 'made-key',
    path: '/programs/keys',
    ready: 'nightly-tests',
    async open() {
      await click('Make key');
      const form = page.getByRole('form', { name: 'New key' });
      await form.getByLabel('Name', { exact: true }).fill(`screenshots-${Date.now()}`);
      await form.getByLabel('Watch', { exact: true }).check();
      await form.getByLabel('All phones').check();
      await form.getByRole('button', { name: 'Make key' }).click();
      await page.getByText('Copy it now.').waitFor();
    },
  },
  {
    name: 'rotate',
    path: '/programs/keys',
    ready: 'nightly-tests',
    async open() {
      await click('Rotate nightly-tests');
      await dialog();
    },
  },
  {
    name: 'new-key',
    path: '/programs/keys',
    ready: 'nightly-tests',
    async open() {
      await click('Make key');
      const form = page.getByRole('form', { name: 'New key' });
      await form.getByLabel('Money each month').fill('a lot');
      await form.getByRole('button', { name: 'Make key' }).click();
      await form.getByText('Give an amount such as 50.00').waitFor();
    },
  },
  {
    name: 'revoke',
    path: '/programs/keys',
    ready: 'nightly-tests',
    async open() {
      await click('Revoke nightly-tests');
      await dialog();
    },
  },
  { name: 'connected', path: '/programs/connected', ready: '4 hours a day' },
  { name: 'consent', path: '/programs/connected', ready: '4 hours a day', open: openConsent },
  { name: 'activity', path: '/activity', ready: /connected/ },
  { name: 'activity-of-kind', path: '/activity?what=members', ready: 'invited jonas@brightside.example' },
  { name: 'activity-none', path: '/activity?to=2020-01-31', ready: 'Nothing matches these filters' },
  {
    name: 'link',
    path: '/devices',
    ready: /^PF-/,
    async open() {
      await click(/^Share PF-/);
      await page.getByRole('form', { name: 'New link' }).waitFor();
    },
  },
  {
    name: 'made-link',
    path: '/devices',
    ready: /^PF-/,
    async open() {
      await click(/^Share PF-/);
      const form = page.getByRole('form', { name: 'New link' });
      await form.getByLabel('Name').fill('Review with the client’s marketing department');
      await form.getByLabel('Guests may').selectOption({ label: 'Watch and control' });
      await form.getByLabel('Password').fill('violet-kettle');
      await form.getByRole('button', { name: 'Make link' }).click();
      await page.getByText('Copy the link now.').waitFor();
    },
  },
  { name: 'guest-joins', path: '/devices', ready: /^PF-/, open: openLink },
  {
    name: 'guest-watches',
    path: '/devices',
    ready: /^PF-/,
    async open() {
      await openLink();
      await page.getByLabel('Your name').fill('Dana Whitfield-Castellanos');
      await page.getByRole('button', { name: 'Join', exact: true }).click();
      await page.getByText(/^You’re watching/).waitFor();
      await page.locator('#phone canvas').last().waitFor();
    },
  },
];

/** As a program asks for it that was started on a computer. */
async function openConsent(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  // Nobody answers it: it ends by itself.
  loginByDevice(site, ({ code }) => resolve(code)).catch(() => undefined);
  await page.goto(`${site}/connect?user_code=${await promise}`);
  await click('Continue');
  await page.getByRole('form').getByText('More that you can give it').click();
}

async function openLink(): Promise<void> {
  const phones = (await callIn(place, 'listPhones')).map(({ id }) => id).slice(0, 1);
  const body = { name: 'Guests', permission: 'watch', phones };
  await page.goto((await callIn(place, 'createShareLink', { body })).url);
  await page.getByLabel('Your name').waitFor();
}

it.each(states)('nothing is wrong with $name', async ({ name, path, ready, before, open }) => {
  await before?.();
  page = await context.newPage();
  await page.goto(`${site}${path}${path.includes('?') ? '&' : '?'}team=${place.team}`);
  await page.getByText(ready).first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  await open?.();
  expect(await findFaultsAtEachSize(page, `team-${name}`, pageSizes)).toEqual([]);
});
