// Every page of the panel and the dialogs of its lists at each size in both themes, on the real product.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { choiceQuery, dayAhead, tidyAway } from './demo-renter.ts';
import { findFaultsAtEachSize, pageSizes } from './each-size.ts';
import { openAsDemo } from './open-as-demo.ts';
import { fillCard, goToPayment } from './pay-by-card.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await tidyAway();
});
afterEach(() => page?.context().close());

type State = { name: string; path: string; open?: () => Promise<void> };

const click = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const dialog = () => page.getByRole('dialog').first().waitFor();
/** Within a week: a later day would show the empty page. */
const choice = { date: dayAhead(5), phones: 2 };
const states: State[] = [
  { name: 'devices', path: '/devices' },
  { name: 'devices-no-match', path: '/devices?q=nothing' },
  {
    name: 'devices-selected',
    path: '/devices',
    open: async () => {
      for (const box of await page.getByRole('checkbox', { name: /^Select PF-/ }).all()) await box.click();
    },
  },
  {
    name: 'devices-extend-many',
    path: '/devices',
    open: async () => {
      for (const box of await page.getByRole('checkbox', { name: /^Select PF-/ }).all()) await box.click();
      await click(/^Extend$/);
      await dialog();
    },
  },
  {
    name: 'devices-rental',
    path: '/devices',
    open: async () => {
      await click(/^Extend or return PF-/);
      await dialog();
    },
  },
  {
    name: 'devices-share',
    path: '/devices',
    open: async () => {
      await click(/^Share PF-/);
      await dialog();
    },
  },
  {
    name: 'devices-label',
    path: '/devices',
    open: async () => {
      await click(/^Label PF-/);
      await dialog();
    },
  },
  {
    name: 'devices-user-menu',
    path: '/devices',
    open: async () => {
      await click(/demo/i);
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'mosaic', path: '/devices?view=mosaic' },
  { name: 'mosaic-no-match', path: '/devices?view=mosaic&q=nothing' },
  { name: 'rent', path: '/rent' },
  { name: 'rent-now', path: '/rent?start=now' },
  { name: 'rent-short', path: `/rent?${choiceQuery({ ...choice, phones: 30 })}` },
  { name: 'rent-checkout', path: `/rent/checkout?${choiceQuery(choice)}` },
  { name: 'rent-request', path: `/rent/request?${choiceQuery({ ...choice, phones: 30 })}&available=2` },
  { name: 'history', path: '/history' },
  { name: 'settings', path: '/settings' },
  { name: 'settings-security', path: '/settings?tab=security' },
  { name: 'team', path: '/team' },
  { name: 'keys', path: '/programs/keys' },
  { name: 'keys-new', path: '/programs/keys', open: () => click(/^(?:Make|New|Create).*key/i) },
  { name: 'connected', path: '/programs/connected' },
  { name: 'agents', path: '/programs/agents' },
  { name: 'webhooks', path: '/programs/webhooks' },
  { name: 'activity', path: '/activity' },
  { name: 'questions', path: '/questions' },
  { name: 'recordings', path: '/recordings' },
  { name: 'unauthorized', path: '/unauthorized-stream/00000000-0000-4000-8000-000000000000' },
  { name: 'invitation', path: '/invitation?token=abcdefghijklmnopqrstuvwxyz' },
  { name: 'connect', path: '/connect?request=nothing' },
];

it.each(states)('nothing is wrong with $name', async ({ name, path, open }) => {
  page = await openAsDemo(browser, path, { bypassCSP: true });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  await open?.();
  expect(await findFaultsAtEachSize(page, `panel-${name}`, pageSizes)).toEqual([]);
});

it('nothing is wrong with a payment: the empty form, a declined card, no connection, paid', async () => {
  page = await goToPayment(browser, choice);
  const look = (name: string) => findFaultsAtEachSize(page, `panel-payment-${name}`, pageSizes);
  expect(await look('form')).toEqual([]);
  const pay = () => page.getByRole('button', { name: /^Pay / }).click();
  await pay();
  expect(await look('errors')).toEqual([]);
  await fillCard(page, '4000000000000002');
  await pay();
  await page.getByText('Your card was declined.').waitFor();
  expect(await look('declined')).toEqual([]);
  await page.context().setOffline(true);
  await page.getByText(/^You’re offline/).waitFor();
  await fillCard(page);
  await pay();
  expect(await look('offline')).toEqual([]);
  await page.context().setOffline(false);
  await page
    .getByRole('heading', { name: 'Payment Successful!' })
    .or(page.getByRole('heading', { name: 'Payment Failed' }))
    .or(page.getByLabel('Card number'))
    .first()
    .waitFor();
  expect(await look('back-online')).toEqual([]);
});
