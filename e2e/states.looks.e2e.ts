// A phone in each state that is not the usual one, on every page that shows it: session, mosaic, popup, list and guests' page, on
// the real product. PICTURES=FOLDER keeps a picture of each at each size in both themes, and a gallery of them.
import { createShareLink, login, routes } from '@pocketfleet/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { holdProgram } from './chaos/faults.ts';
import { findFaultsAtEachSize, pageSizes, popupSizes } from './each-size.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { waitUntilLive } from './open-session.ts';
import { callAsOperator } from './operator-calls.ts';
import { rentPhone } from './rent-a-phone.ts';

const site = inject('site');
const reason = 'a journey looks at what the customer sees';
const patience = { timeout: 60_000, interval: 200 };
let browser: Browser;
let context: BrowserContext;
let customer: NewCustomer;
let token: string;
let session: Page;
let mosaic: Page;
let popup: Page;
let list: Page;
let guest: Page;
let phone: { id: string; tag: string };

beforeAll(async () => {
  browser = await openBrowser();
  customer = await createCustomer({ site, operator: inject('operator') });
  token = await signInByApi();
  await rentPhone(site, inject('dataDir'), token);
  await rentPhone(site, inject('dataDir'), token);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  list = await signInHere();
  const [first] = await phones();
  phone = first ?? expect.fail('no phone was rented');
  mosaic = await context.newPage();
  await mosaic.goto(`${site}/devices?view=mosaic`);
  await openLive();
});
afterAll(async () => {
  for (const { assignment_id } of await phones())
    await callAsOperator('revokeAssignment', { params: { id: assignment_id }, body: { reason } });
  await browser?.close();
});

async function signInByApi(): Promise<string> {
  const body = new URLSearchParams({ username: customer.username, password: customer.password });
  const answer = await fetch(`${site}/api/auth/login`, { method: 'POST', body });
  return login.response.parse(await answer.json()).access_token;
}

async function signInHere(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site}/login`);
  await page.getByLabel('Username').fill(customer.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(customer.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/devices');
  return page;
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${site}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const phones = async () =>
  routes.listPhones.response
    .parse(await call('GET', '/phones'))
    .toSorted((one, other) => one.tag.localeCompare(other.tag));

/** The session and the popup of the phone; the popup has control. */
async function openLive(): Promise<void> {
  await session?.close();
  await popup?.close();
  session = await context.newPage();
  await session.goto(`${site}/devices/${phone.id}/stream`);
  await waitUntilLive(session);
  popup = await context.newPage();
  await popup.goto(`${site}/frame/${phone.id}?tag=${phone.tag}`);
  await popup.locator('body[data-state=live]').waitFor();
  await popup.getByRole('toolbar').waitFor();
}

type Pages = Partial<Record<'session' | 'mosaic' | 'popup' | 'list' | 'guest', Page>>;

/** Nothing is wrong in any of the pages while they show this state. */
async function look(state: string, pages: Pages = { session, mosaic, popup, list }): Promise<void> {
  const all: string[] = [];
  for (const [name, page] of Object.entries(pages)) {
    const sizes = name === 'popup' || name === 'guest' ? popupSizes : pageSizes;
    all.push(...(await findFaultsAtEachSize(page, `state-${state}-${name}`, sizes)));
  }
  // The other states are looked at all the same.
  expect.soft(all).toEqual([]);
}

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

it('live, and in two windows of which one has control', async () => {
  await session
    .getByRole('toolbar', { name: 'Phone' })
    .getByRole('button', { name: 'Home', exact: true })
    .click();
  await says(popup, 'Another window of yours has control.');
  await look('two-windows');
  await popup.getByRole('button', { name: 'Take it here' }).click();
  await says(session, 'Another window of yours has control.');
  await look('taken-there', { session, popup });
  await session.getByRole('button', { name: 'Take it here' }).click();
  await says(popup, 'Another window of yours has control.');
});

it('while somebody types, and with each panel', async () => {
  await session.getByRole('application').click();
  await says(session, /You’re typing on the phone/);
  await look('typing', { session });
  for (const name of ['Shell', 'Files', 'Apps', 'Clipboard', 'Steps', 'Inspect', 'Debug']) {
    const opener = session
      .getByRole('toolbar', { name: 'Phone' })
      .getByRole('button', { name: 'Shell', exact: true });
    if (name === 'Shell') await opener.click();
    else {
      const tab = session.getByRole('tab', { name, exact: true });
      if ((await tab.count()) === 0) continue;
      await tab.click();
    }
    await session.waitForTimeout(1_500);
    await look(`panel-${name.toLowerCase()}`, { session });
  }
  await session.getByRole('button', { name: 'Close the panel' }).click();
});

it('recorded, and shared with a guest who watches, and then has control', async () => {
  await call('POST', `/devices/${phone.id}/recordings`, {});
  const body = { name: 'Client review', permission: 'watch', phones: (await phones()).map(({ id }) => id) };
  const link = createShareLink.response.parse(await call('POST', '/share-links', body));
  guest = await (
    await browser.newContext({ viewport: { width: 900, height: 900 }, bypassCSP: true })
  ).newPage();
  await guest.goto(link.url);
  await guest.getByLabel('Your name').waitFor();
  await look('guest-joins', { guest });
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await says(guest, 'Enter your name');
  await look('guest-without-a-name', { guest });
  await guest.getByLabel('Your name').fill('Dana Whitfield-Castellanos');
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await says(guest, /^You’re watching/);
  await says(guest, /^Recorded by/);
  await says(session, /^Recorded by/);
  await says(popup, /^Recorded by/);
  await look('recorded', { session, mosaic, popup, guest });
  await session.getByRole('button', { name: 'Share', exact: true }).click();
  await session
    .getByRole('button', { name: /^Let them control: Dana/ })
    .first()
    .click();
  await session.keyboard.press('Escape');
  await guest.getByRole('button', { name: 'Take control' }).click(patience);
  await says(guest, 'You have control.');
  await says(session, 'Your guest Dana Whitfield-Castellanos has control.');
  await says(popup, 'Your guest Dana Whitfield-Castellanos has control.');
  await look('guest-has-control', { session, popup, guest });
});

it('offline in the browser, and with a server that does not answer', async () => {
  await context.setOffline(true);
  try {
    await says(list, 'You’re offline. Showing what we knew at');
    await says(session, /^Reconnecting,/);
    await look('browser-offline');
  } finally {
    await context.setOffline(false);
  }
  await waitUntilLive(session);
  await popup.locator('body[data-state=live]').waitFor();
  holdProgram(inject('startPid'), 'api', true);
  try {
    // The pictures go on without it.
    await says(list, /can’t be reached/);
    await look('server-silent', { session, mosaic, popup, list, guest });
  } finally {
    holdProgram(inject('startPid'), 'api', false);
  }
  await waitUntilLive(session);
});

it('restarted by our team, and away for longer', async () => {
  await vi.waitFor(async () => {
    expect((await phones()).find(({ id }) => id === phone.id)?.connection_state).toBe('online');
  }, patience);
  await callAsOperator('rebootPhone', { params: { id: phone.id }, body: { reason } });
  await says(session, /restarting this phone/);
  holdProgram(inject('startPid'), 'phones', true);
  try {
    await look('restarting', { session, mosaic, popup, list, guest });
  } finally {
    holdProgram(inject('startPid'), 'phones', false);
  }
  await waitUntilLive(session);
  holdProgram(inject('startPid'), 'agent', true);
  try {
    await says(list, 'Phone is offline');
    await look('phone-offline', { session, mosaic, popup, list, guest });
    const opened = await context.newPage();
    await opened.goto(`${site}/devices/${phone.id}/stream`);
    await says(opened, 'This phone is offline');
    await look('opened-offline', { session: opened });
    await opened.close();
  } finally {
    holdProgram(inject('startPid'), 'agent', false);
  }
  await waitUntilLive(session);
});

it('taken out of service and replaced', async () => {
  const { id, tag } = phone;
  await callAsOperator('quarantinePhone', { params: { id }, body: { reason } });
  try {
    await says(session, /has taken its place|replaced/);
    await look('replaced', { session, mosaic, popup, list, guest });
    const opened = await context.newPage();
    await opened.goto(`${site}/devices/${id}/stream`);
    await says(opened, new RegExp(`${tag}.*(?:replace|place)`));
    await look('opened-replaced', { session: opened });
    await opened.close();
  } finally {
    await callAsOperator('releasePhone', { params: { id }, body: { reason } });
  }
});

it('whose rental ends, in every window', async () => {
  await vi.waitFor(async () => {
    const online = (await phones()).find(({ connection_state }) => connection_state === 'online');
    phone = online ?? expect.fail('no phone is online');
  }, patience);
  await openLive();
  const ending = (await phones()).find(({ id }) => id === phone.id);
  await callAsOperator('revokeAssignment', { params: { id: ending?.assignment_id ?? '' }, body: { reason } });
  await says(session, 'Your rental of this phone has ended.');
  await says(popup, 'Your rental of this phone has ended.');
  await look('rental-over', { session, mosaic, popup, list, guest });
  const opened = await context.newPage();
  await opened.goto(`${site}/devices/${phone.id}/stream`);
  await opened.waitForURL('**/unauthorized-stream/**');
  await says(opened, `Your rental of ${phone.tag} ended on `);
  await look('opened-over', { session: opened });
  await opened.close();
});

it('of a customer who was signed out elsewhere', async () => {
  await vi.waitFor(async () => {
    phone = (await phones())[0] ?? expect.fail('no phone is left');
    expect((await phones())[0]?.connection_state).toBe('online');
  }, patience);
  await openLive();
  const own = (await context.cookies()).find(({ name }) => name === 'access_token')?.value ?? '';
  await fetch(`${site}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${decodeURIComponent(own)}` },
  });
  await session.waitForURL('**/login**', patience);
  await says(popup, 'You’ve been signed out.');
  await look('signed-out', { session, mosaic, popup, list });
});
