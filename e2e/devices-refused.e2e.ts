// A list of phones that is refused, and streams that can't be opened from it.
import type { Device } from '@pocketfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { changeList, listCall, refuse } from './device-answers.ts';
import { newDemoPage } from './open-as-demo.ts';

const patience = { timeout: 60_000, interval: 50 };
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

describe('a list that is refused', () => {
  it.each([401, 403])('with %i is empty, and the page says that the session has ended', async (status) => {
    await page.route(listCall, refuse(status, 'Not for you'));
    await visit('/devices');
    await heading('Your session has ended');
    expect(await page.getByText('Not for you').count()).toBe(0);
  });

  it('with 404 is empty without an error', async () => {
    await page.route(listCall, refuse(404, 'Not found.'));
    await visit('/devices');
    await heading('No devices found');
    expect(await page.getByText('Not found.').count()).toBe(0);
  });

  it.each([
    [500, 'Down for repair', 'Down for repair'],
    [500, undefined, 'Error loading devices'],
  ])('with %i and the detail "%s" says "%s"', async (status, detail, sentence) => {
    await page.route(listCall, refuse(status, detail));
    await visit('/devices');
    await says(sentence);
  });
});

describe('a stream', () => {
  it('is not opened without a token, and no device call is sent', async () => {
    await visit('/devices');
    await link(/^Stream PF-/)
      .first()
      .waitFor();
    const stream = link(/^Stream PF-/).first();
    // In one step, because an event would fetch the list in between.
    await stream.evaluate((element: HTMLElement) => {
      // biome-ignore lint/suspicious/noDocumentCookie: an expired cookie, as the page finds it
      document.cookie = 'access_token=; Path=/; Max-Age=0';
      element.click();
    });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await says('Session Expired');
    await says('Please log in again to continue.');
    await button('Refresh').click();
    await heading('Your session has ended');
    expect(sent.filter((path) => /\/api\/(phones|devices)/.test(path))).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/devices');
  });

  it('without an address says so, requests the address, and fetches the list again', async () => {
    const list = await changeList(page, (devices) =>
      three(devices).map((device) => ({ ...device, streaming_url: null })),
    );
    await page.route('**/api/phones/*/streaming-url', refuse(404, 'Not found.'));
    await visit('/devices');
    await link('Stream PF-901').waitFor();
    const before = list.count();
    await link('Stream PF-901').click();
    await says('Stream Unavailable');
    await says('No streaming URL available for this device.');
    await says('Failed to access streaming URL.');
    await vi.waitFor(() => expect(list.count()).toBeGreaterThan(before), patience);
    expect(new URL(page.url()).pathname).toBe('/devices');
  });

  it('without an address opens nevertheless if the server knows it, or can’t be asked', async () => {
    await changeList(page, (devices) => devices.map((device) => ({ ...device, streaming_url: null })));
    await visit('/devices');
    await page
      .getByRole('link', { name: /^Stream PF-/ })
      .first()
      .click();
    await page.waitForURL('**/devices/*/stream');

    await page.route('**/api/phones/*/streaming-url', refuse(500));
    await visit('/devices');
    await page
      .getByRole('link', { name: /^Stream PF-/ })
      .first()
      .click();
    await page.waitForURL('**/devices/*/stream');
  });
});
