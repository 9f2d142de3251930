// The console with 500 phones on 25 hosts, in a real browser: pages are painted, filters respond, and only
// visible rows are rendered and loaded. The responses are made here, checked by the contract, and as long as the API's.
// The speed depends on the machine: the bench row `console` measures it.
import { type CalendarRow, type HostRow, operatorRoutes, type PhoneRow } from '@pocketfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';

const phoneCount = 500;
const hostCount = 25;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  page = await context.newPage();
  await page.goto(inject('operator'));
  await page.getByLabel('Username').fill('operator');
  await page.getByLabel('Password', { exact: true }).fill('Pocketfleet-operator-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
  const phones = Array.from({ length: phoneCount }, (_, index) => phoneOf(index));
  await answerWith('listPhones', phones);
  await answerWith(
    'listHosts',
    Array.from({ length: hostCount }, (_, index) => hostOf(index)),
  );
  await answerCalendar(phones.map(calendarOf));
});
afterAll(() => browser?.close());

it.each([
  ['/fleet', 'Phones', phoneCount],
  ['/calendar', 'Calendar', phoneCount],
  ['/hosts', 'Hosts', hostCount],
])('%s is painted', async (path, label, count) => {
  await page.goto(inject('operator') + path);
  await page.getByRole('region', { name: label }).getByRole('row').nth(5).waitFor();
  expect(await page.getByRole('table').first().getAttribute('aria-rowcount')).toBe(String(count + 1));
});

it.each([
  ['/fleet', 'Search tag, label, tenant'],
  ['/calendar', 'Search phone, host, tenant'],
])('a filter of %s answers', async (path, label) => {
  await page.goto(inject('operator') + path);
  await page.getByRole('row').nth(5).waitFor();
  await page.getByLabel(label).fill('PF-499');
  await page.locator('table[aria-rowcount="2"]').waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
});

it('the calendar loads more rows as it is scrolled, each once, and shows their number', async () => {
  const asked: string[] = [];
  const note = (request: { url(): string }) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/calendar') asked.push(url.searchParams.get('page') ?? '');
  };
  page.on('request', note);
  await page.goto(`${inject('operator')}/calendar`);
  await page.getByText(`40 of ${phoneCount} phones`).waitFor();
  expect(asked).toEqual(['1']);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByText(`80 of ${phoneCount} phones`).waitFor();
  await page.getByRole('link', { name: 'PF-045', exact: true }).waitFor();
  expect(asked).toEqual(['1', '2']);
  // Not by the mouse: moving it there scrolls, which would load the next rows.
  await page.getByRole('button', { name: 'Show more' }).evaluate((button: HTMLElement) => button.click());
  await page.getByText(`120 of ${phoneCount} phones`).waitFor();
  page.off('request', note);
  expect(asked).toEqual(['1', '2', '3']);
});

it('a lane of the calendar names the tenant as text, on hover and on focus', async () => {
  await page.goto(`${inject('operator')}/calendar`);
  const lane = page.getByRole('listbox', { name: /^PF-001: Rented now, customer\.0, / });
  await lane.hover({ position: { x: 2, y: 10 } });
  const note = page.locator('[data-lane-note]');
  await note.getByText(/^PF-001, Rented now, customer\.0, .* – /).waitFor();
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'detached' });
  await lane.hover({ position: { x: 4, y: 10 } });
  await note.getByText(/^PF-001, Rented now, customer\.0, .* – /).waitFor();
  await page.mouse.move(0, 0);
  await note.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'PF-001', exact: true }).focus();
  await page.keyboard.press('Tab');
  await note.getByText(/^PF-001, Rented now/).waitFor();
  // The arrow keys move the active option of the list, which a screen reader reads.
  const active = async () => {
    const id = await lane.getAttribute('aria-activedescendant');
    return await page.locator(`[id="${id}"]`).textContent();
  };
  expect(await active()).toMatch(/^PF-001, Rented now, customer\.0/);
  await page.keyboard.press('ArrowRight');
  expect(await active()).toMatch(/^PF-001, Cleaning/);
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'detached' });
});

it('the fleet’s filters find a phone beyond the first thousand', async () => {
  const { path, response } = operatorRoutes.listPhones;
  const pages = [[phoneOf(0)], [phoneOf(1_233)]];
  const pattern = new RegExp(`/api${path}\\?`);
  await page.route(pattern, (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('page') ?? 1);
    const rows = pages[number - 1] ?? [];
    return route.fulfill({
      json: response.parse({ rows, total: 1_001, page: number, per_page: 1_000, total_pages: 2 }),
    });
  });
  await page.goto(`${inject('operator')}/fleet`);
  await page.getByLabel('Search tag, label, tenant').fill('PF-1234');
  await page.getByRole('link', { name: 'PF-1234', exact: true }).waitFor();
  await page.unroute(pattern);
});

it('a search on the server is sent when the typing pauses, not for each letter', async () => {
  await page.goto(`${inject('operator')}/customers`);
  await page.getByRole('row').nth(1).waitFor();
  const asked: string[] = [];
  const note = (request: { url(): string }) => {
    const q = new URL(request.url()).searchParams.get('q');
    if (q !== null) asked.push(q);
  };
  page.on('request', note);
  await page.getByLabel('Search name or email').pressSequentially('demo', { delay: 20 });
  await page.waitForURL('**/customers?q=demo');
  // The address changes before the list is fetched.
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  page.off('request', note);
  expect([...new Set(asked)]).toEqual(['demo']);
});

it('the shortcut / can be turned off, and stays so', async () => {
  await page.goto(`${inject('operator')}/customers`);
  const field = page.getByLabel('Search name or email');
  const toggle = page.getByRole('button', { name: 'Shortcut: / goes to the search' });
  const isFocused = () => field.evaluate((element) => element === document.activeElement);
  await field.waitFor();
  await page.keyboard.press('/');
  await expect.poll(isFocused).toBe(true);
  await toggle.click();
  await page.reload();
  await field.waitFor();
  await page.keyboard.press('/');
  expect(await isFocused()).toBe(false);
  await toggle.click();
  expect(await toggle.getAttribute('aria-pressed')).toBe('true');
});

/** Filters and pages as the server does. */
async function answerCalendar(all: CalendarRow[]): Promise<void> {
  const { path, response } = operatorRoutes.getCalendar;
  await page.route(new RegExp(`/api${path}\\?`), (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [number, perPage] = [Number(query.get('page')), Number(query.get('per_page'))];
    const found = all.filter(({ tag }) => tag.includes(query.get('q') ?? ''));
    const rows = found.slice((number - 1) * perPage, number * perPage);
    const total_pages = Math.ceil(found.length / perPage);
    return route.fulfill({
      json: response.parse({ rows, total: found.length, page: number, per_page: perPage, total_pages }),
    });
  });
}

async function answerWith(name: 'listPhones' | 'listHosts', rows: unknown[]): Promise<void> {
  const { path, response } = operatorRoutes[name];
  const total = { total: rows.length, page: 1, per_page: 1_000, total_pages: 1 };
  const body = response.parse({ rows, ...total });
  await page.route(new RegExp(`/api${path}(\\?|$)`), (route) => route.fulfill({ json: body }));
}

function uuid(kind: string, index: number): string {
  return `00000000-0000-4000-8000-${kind}${String(index).padStart(11, '0')}`;
}

function phoneOf(index: number): PhoneRow {
  const isRented = index % 3 === 0;
  return {
    id: uuid('1', index),
    tag: `PF-${String(index + 1).padStart(3, '0')}`,
    label: index % 5 === 0 ? 'by the window' : '',
    serial: `8A1X0PF${index}`,
    model: 'Pixel 8',
    manufacturer: 'Google',
    android_version: '15',
    host_id: uuid('2', index % hostCount),
    host_name: `host-${(index % hostCount) + 1}`,
    state: index % 40 === 1 ? 'quarantined' : 'ready',
    state_reason: '',
    runner_state: 'ready',
    runner_reason: '',
    connection_state: index % 50 === 2 ? 'offline' : 'online',
    battery_level: index % 101,
    battery_temperature_tenths: 250 + (index % 200),
    charging: index % 2 === 0,
    storage_free_bytes: 90_000_000_000,
    tenant: isRented
      ? {
          assignment_id: uuid('3', index),
          user_id: uuid('4', index % 40),
          username: `customer.${index % 40}`,
          order_id: null,
          starts_at: new Date(Date.now() - 86_400_000).toISOString(),
          expires_at: new Date(Date.now() + (1 + (index % 90)) * 86_400_000).toISOString(),
        }
      : null,
    next_tenant: null,
    has_thumbnail: false,
    open_alarm_count: index % 60 === 0 ? 1 : 0,
    claims: [],
  };
}

function calendarOf(phone: PhoneRow): CalendarRow {
  const { id, tag, label, model, host_name, state, tenant } = phone;
  const occupied_until = new Date(Date.parse(tenant?.expires_at ?? '') + 2 * 86_400_000);
  const spans = tenant
    ? [{ ...tenant, state: 'active' as const, occupied_until: occupied_until.toISOString() }]
    : [];
  return { device_id: id, tag, label, model, host_name, state, spans };
}

function hostOf(index: number): HostRow {
  const now = new Date().toISOString();
  return {
    id: uuid('2', index),
    name: `host-${index + 1}`,
    connection_state: 'online',
    agent_version: '1.0.0',
    agent_version_state: 'current',
    phone_count: phoneCount / hostCount,
    online_phone_count: phoneCount / hostCount,
    open_alarm_count: 0,
    key_fingerprint: '0123456789abcdef',
    key_since: now,
    is_rotating: false,
    revoked_at: null,
    last_seen_at: now,
    created_at: now,
  };
}
