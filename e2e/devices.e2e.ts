// The list of phones and the notice beside it: the spec's sentences about /devices, in a real browser.
import type { Device } from '@pocketfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { changeList, refuse } from './device-answers.ts';
import { newDemoPage, openAsDemo } from './open-as-demo.ts';

const patience = { timeout: 60_000, interval: 50 };
const foreignId = '00000000-0000-4000-8000-000000000000';
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  // Interception has to be set up before the devices page sends its requests.
  page = await newDemoPage(browser);
  // The events socket is silent here: an event would fetch the list at any moment.
  await page.routeWebSocket(/\/ws\/events/, () => undefined);
});
afterEach(async () => {
  await page?.unrouteAll({ behavior: 'ignoreErrors' });
  await page?.context().close();
});

const visit = (path: string) => page.goto(inject('site') + path);
const says = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const row = (tag: string) => page.getByRole('row').filter({ hasText: tag });
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** Three phones that differ in every column of the list. */
const three = (devices: Device[]): Device[] =>
  devices.slice(0, 3).map((device, index) => {
    const { starts_at } = device;
    const ends = [Date.now() + (30 * 60 + 20) * 1_000, Date.now() - 60_000, null];
    const end = ends[index] ?? null;
    return {
      ...device,
      tag: `PF-90${index + 1}`,
      model: 'Pixel 8',
      user_id: index === 2 ? null : device.user_id,
      connection_state: index === 1 ? 'offline' : 'online',
      battery_state: index === 0 ? 70 : 29,
      stream_mappings: [{ starts_at, expires_at: end === null ? null : new Date(end).toISOString() }],
    };
  });

describe('the list of phones', () => {
  it('counts phones, shows the status of each, and streams only phones that are online', async () => {
    await changeList(page, three);
    await visit('/devices');
    await heading('Phone Management');
    await says('Monitor and control your device fleet');
    await row('PF-901').waitFor();
    const figures = await page.locator('dl').first().locator('dt, dd').allInnerTexts();
    const counters = ['Total Phones', '3', 'Online', '2', 'Offline', '1', 'Assigned', '2'];
    expect(figures.map((each) => each.trim())).toEqual(counters);
    const columns = await page.getByRole('columnheader').allInnerTexts();
    expect(columns.map((each) => each.trim())).toEqual([
      'Tag',
      'Model',
      'Time Remaining',
      'Status',
      'Battery',
      'Stream',
    ]);
    const cells = async (tag: string) => await row(tag).getByRole('cell').allInnerTexts();
    expect((await cells('PF-901')).slice(1, 5).join('|')).toMatch(/^Pixel 8\|30m.*\|Online\|70%$/s);
    expect((await cells('PF-902')).slice(1, 4).join('|')).toBe('Pixel 8|Expired|Offline');
    expect((await cells('PF-903')).slice(2, 5).join('|')).toBe('N/A|Online|29%');
    expect(await row('PF-901').locator('[data-tone]').last().getAttribute('data-tone')).toBe('green');
    expect(await row('PF-903').locator('[data-tone]').last().getAttribute('data-tone')).toBe('red');
    expect(await link(/^Stream PF-/).count()).toBe(2);
    await row('PF-902').getByText('Phone is offline').waitFor();
  });

  it('shows the customer’s label of a phone, and finds the phone by it', async () => {
    await visit('/devices');
    // The skeleton rows before these have no label.
    await page
      .getByRole('button', { name: /^Label \S/ })
      .first()
      .waitFor();
    const tag =
      (await page.getByRole('row').nth(1).getByRole('cell').first().innerText()).split('\n')[0] ?? '';
    const label = page.getByRole('button', { name: `Label ${tag}` });
    await label.click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Kasse 3');
    await button('Save label').click();
    // The first one is for narrow screens.
    await row(tag).getByText('Kasse 3').last().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('kasse');
    await says('1 of 3 phones in view');
    await label.click();
    await page.getByRole('textbox', { name: 'Label' }).fill('');
    await button('Save label').click();
    await heading('No matching phones');
  });

  it('offers to label a phone on devices without hover, such as a tablet', async () => {
    const tablet = await openAsDemo(browser, '/devices', {
      viewport: { width: 1024, height: 768 },
      hasTouch: true,
      isMobile: true,
    });
    expect(await tablet.evaluate(() => matchMedia('(hover: none)').matches)).toBe(true);
    const label = tablet.getByRole('button', { name: /^Label / }).first();
    await label.waitFor();
    expect(await label.evaluate((each) => getComputedStyle(each).opacity)).toBe('1');
    await label.tap();
    await tablet.getByRole('dialog', { name: /^Label for / }).waitFor();
    await tablet.context().close();
  });

  it('renews the time remaining every minute by itself', async () => {
    await page.clock.install();
    await changeList(page, three);
    await visit('/devices');
    await row('PF-901').getByText('30m', { exact: true }).last().waitFor();
    await page.clock.fastForward(60_000);
    await row('PF-901').getByText('29m', { exact: true }).last().waitFor();
  });

  it('shows the time remaining by the server’s clock when the browser’s is wrong', async () => {
    const twentyMinutesLater = { type: 'hello', server_time_ms: Date.now() + 20 * 60_000 };
    await page.routeWebSocket(/\/ws\/events/, (socket) => socket.send(JSON.stringify(twentyMinutesLater)));
    await changeList(page, three);
    await visit('/devices');
    await row('PF-901').getByText('10m', { exact: true }).last().waitFor();
  });

  it('is fetched again by Refresh, and then the tunnel domains', async () => {
    const list = await changeList(page, three);
    const tunnels: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/tunnel-domains'))
        tunnels.push(request.headers()['authorization'] ?? '');
    });
    await visit('/devices');
    await row('PF-901').waitFor();
    // The call of the first load must not be taken for the one after Refresh.
    await vi.waitFor(() => expect(tunnels.length).toBeGreaterThan(0), patience);
    const before = { lists: list.count(), tunnels: tunnels.length };
    await button('Refresh').click();
    await vi.waitFor(() => expect(tunnels.length).toBeGreaterThan(before.tunnels), patience);
    expect(list.count()).toBeGreaterThan(before.lists);
    expect(tunnels.at(-1)).toMatch(/^Bearer ./);
  });

  it('stays when the tunnel domains are refused, and the error is only logged', async () => {
    const logged: string[] = [];
    page.on('console', (line) => logged.push(line.text()));
    await page.route('**/api/tunnel-domains', refuse(401, 'Please log in and try again.'));
    await visit('/devices');
    await link(/^Stream PF-/)
      .first()
      .waitFor();
    await vi.waitFor(() => expect(logged.join()).toContain('The tunnel domains were not updated'), patience);
    expect(await page.getByRole('listitem').filter({ hasText: 'log in' }).count()).toBe(0);
  });

  it('says that there are no phones yet, and loads again on request', async () => {
    let isEmpty = true;
    await changeList(page, (devices) => (isEmpty ? [] : devices));
    await visit('/devices');
    await heading('No devices found');
    await says("You don't have any devices assigned to your account yet.");
    isEmpty = false;
    await button('Refresh List').click();
    await link(/^Stream PF-/)
      .first()
      .waitFor();
  });
});

describe('a stream', () => {
  it('of a phone that is not assigned leads to the notice', async () => {
    await visit(`/devices/${foreignId}/stream`);
    await page.waitForURL(`**/unauthorized-stream/${foreignId}`);
    await heading('Streaming Not Authorized');
  });
});
