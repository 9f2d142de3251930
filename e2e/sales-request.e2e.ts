// Asking the sales team: every sentence of the spec about /rent/request, in a real browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { choiceQuery, dayAhead, listOrders } from './demo-renter.ts';
import { holdCalls } from './hold-calls.ts';
import { findFaultsInEachLook } from './look-closely.ts';
import { openAsDemo } from './open-as-demo.ts';

const path = (phones: number) =>
  `/rent/request?${choiceQuery({ period: 'month', date: dayAhead(10), phones })}&available=9`;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(() => page?.context().close());

async function visit(where: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await openAsDemo(browser, where, options);
}

const submit = () => page.getByRole('button', { name: 'Submit Rental Request' });
const heading = (name: string) => page.getByRole('heading', { name });
const requested = async (phones: number) =>
  (await listOrders()).filter((order) => order.phone_count === phones && order.state === 'requested');

it('without a selection leads to /rent', async () => {
  await visit('/rent/request');
  await page.waitForURL((url) => url.pathname === '/rent');
});

it('six months at once: the rent page shows the plan’s savings, and leads here', async () => {
  await visit(`/rent?${choiceQuery({ period: '6-months', date: dayAhead(9), phones: 2 })}`);
  await page.getByText('cost $117.00 a month, $702.00 for each phone.').waitFor();
  await page.getByRole('link', { name: 'Request this from Sales' }).click();
  await heading('Create Rental Order').waitFor();
  const text = (await page.getByRole('region', { name: 'Your request' }).textContent()) ?? '';
  expect(text).toMatch(/Requested phones2.*Period6 Months/);
});

it('is offered if six months billed at once cost less, and asks for a start only while there is none', async () => {
  const offer = () =>
    page.getByText('Through sales, 6 months billed at once cost $117.00 a month, $702.00 for each phone.');
  await visit('/rent?period=6-months');
  await offer().filter({ hasText: 'Choose a start time to request it.' }).waitFor();
  const choice = choiceQuery({ period: '6-months', date: dayAhead(10), phones: 1 });
  page = await page.context().newPage();
  const asked = await holdCalls(page, '**/api/orders/validate-phone-availability');
  await page.goto(`${inject('site')}/rent?${choice}`);
  await offer().waitFor();
  expect(await offer().textContent()).not.toContain('Fill in');
  await asked.letGo();
  const sales = offer().getByRole('link', { name: 'Request this from Sales' });
  expect(await sales.getAttribute('href')).toMatch(/^\/rent\/request\?.*period=6-months/);
});

it('shows the requested and the free phones, and that the price is an estimate', async () => {
  await visit(path(20));
  await heading('Create Rental Order').waitFor();
  await page.getByText('Our sales team will find the phones').waitFor();
  const text = (await page.getByRole('region', { name: 'Your request' }).textContent()) ?? '';
  expect(text).toMatch(/Requested phones20.*Available now9.*Period1 Month.*Start.*12:00.*End.*12:00/);
  expect(text).toContain('Estimated total$2,600.00');
  expect(text).toContain('Final pricing will be confirmed by our sales team');
});

it('sends one request, shows its number, the 24 hours and the next steps, and mails both sides', async () => {
  await visit(path(21));
  await page.route('**/api/orders', async (route) => {
    await page.getByRole('button', { name: 'Submitting Request...' }).waitFor();
    await route.continue();
  });
  await submit().click();
  await heading('Request Submitted Successfully!').waitFor();
  const [order] = await requested(21);
  await page.getByText(order?.number ?? 'no order was stored', { exact: true }).waitFor();
  await page.getByText(/in (24 h 00|23 h 59) min at the latest/).waitFor();
  for (const step of ['confirmation email', 'contact you within 24 hours', 'agree on the phones', 'Payment'])
    await page.getByRole('listitem').filter({ hasText: step }).waitFor();
  expect(await page.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/');
  await vi.waitFor(
    async () => {
      const mails = await (await fetch(`${inject('operator')}/mail.json`)).text();
      expect(mails).toContain(`Request ${order?.number} received`);
      expect(mails).toContain(`Rental request ${order?.number}: 21 phones`);
    },
    { timeout: 60_000, interval: 100 },
  );

  await page.reload();
  await heading('Request Submitted Successfully!').waitFor();
  expect(await requested(21)).toHaveLength(1);
  await page.getByRole('link', { name: 'Submit Another Request' }).click();
  await page.waitForURL((url) => url.pathname === '/rent');
});

it('keeps everything when it fails, says so, and sends the same request again', async () => {
  await visit(path(22));
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/orders')) keys.push(request.headers()['idempotency-key']);
  });
  // The request is stored, but the response never arrives.
  await page.route('**/api/orders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit().click();
  await page.getByRole('alert').getByText('Your request couldn’t be sent.').waitFor();
  expect(await page.getByText('$2,860.00').count()).toBe(1);
  await page.unroute('**/api/orders');
  await submit().click();
  await heading('Request Submitted Successfully!').waitFor();
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(await requested(22)).toHaveLength(1);
});

it('axe finds nothing and nothing is cut off, at each width in both themes', async () => {
  const widths = [320, 768, 1440];
  await visit(path(20), { bypassCSP: true });
  await submit().waitFor();
  expect(await findFaultsInEachLook(page, widths)).toEqual([]);
  await page.route('**/api/orders', (route) => route.abort());
  await submit().click();
  await page.getByRole('alert').waitFor();
  expect(await findFaultsInEachLook(page, widths)).toEqual([]);
});
