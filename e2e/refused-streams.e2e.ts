// Streams that a visitor or customer may not see: the page with the reason, and the ways to it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { changeList, listCall, refuse } from './device-answers.ts';
import { newDemoPage } from './open-as-demo.ts';

const foreignId = '00000000-0000-4000-8000-000000000000';
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await newDemoPage(browser);
});
afterEach(async () => {
  await page?.unrouteAll({ behavior: 'ignoreErrors' });
  await page?.context().close();
});

const visit = (path: string) => page.goto(inject('site') + path);
const says = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

describe('/unauthorized-stream', () => {
  it('names the device and the reasons, and leads back to the devices', async () => {
    await visit(`/unauthorized-stream/${foreignId}`);
    await heading('Streaming Not Authorized');
    await says(foreignId);
    const reasons = (await page.getByRole('main').getByRole('listitem').allInnerTexts()).join(' ');
    for (const reason of ['not assigned to your account', 'session has expired', 'offline', 'insufficient']) {
      expect(reasons).toContain(reason);
    }
    await page.getByRole('link', { name: 'Back to Devices' }).click();
    await page.waitForURL('**/devices');
  });

  it('tries again with a fresh list, and opens the phone', async () => {
    const list = await changeList(page, (devices) => devices);
    const listed = page.waitForResponse(listCall);
    await visit('/devices');
    const [device] = (await (await listed).json()) as { id: string }[];
    await visit(`/unauthorized-stream/${device?.id}`);
    const before = list.count();
    await button('Retry Access').click();
    await says('Device list refreshed');
    await page.waitForURL(`**/devices/${device?.id}/stream`);
    expect(list.count()).toBeGreaterThan(before);
  });

  it('says that the list could not be refreshed, and stays', async () => {
    await page.route(listCall, refuse(500));
    await visit(`/unauthorized-stream/${foreignId}`);
    await button('Retry Access').click();
    await says('Failed to refresh device access');
    expect(new URL(page.url()).pathname).toBe(`/unauthorized-stream/${foreignId}`);
  });

  it('offers a visitor sign-in and a link home', async () => {
    await page.context().clearCookies();
    await visit('/unauthorized-stream');
    await heading('Streaming Not Authorized');
    expect(await page.getByText('Device ID').count()).toBe(0);
    expect(await button('Retry Access').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Home' }).waitFor();
    await page.getByRole('link', { name: 'Login to Access Stream' }).click();
    await page.waitForURL('**/login');
  });
});

describe('a phone’s own address', () => {
  it.each([
    ['is not the customer’s', foreignId, false],
    ['is looked at by a visitor', foreignId, true],
  ])('of a phone that %s leads to the notice, with reasons and a way on', async (_, id, isVisitor) => {
    if (isVisitor) await page.context().clearCookies();
    await visit(`/frame/${id}`);
    await page.waitForURL(`**/unauthorized-stream/${id}`);
    await heading('Streaming Not Authorized');
    const way = isVisitor ? 'Login to Access Stream' : 'Back to Devices';
    await page.getByRole('link', { name: way }).waitFor();
  });

  it('of the session page also leads there when the stream is refused', async () => {
    await visit('/devices');
    const link = page.getByRole('link', { name: /^Stream PF-/ }).first();
    const path = (await link.getAttribute('href')) ?? '';
    await page.route(
      '**/api/devices/*/stream/start',
      refuse(403, 'This phone is not assigned to your account.'),
    );
    await visit(path);
    await page.waitForURL(`**/unauthorized-stream/${path.split('/')[2]}`);
    await heading('Streaming Not Authorized');
  });
});
