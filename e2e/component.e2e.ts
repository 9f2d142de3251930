// A live phone in a page of another origin: seen, tapped, and gone when its embed is ended.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { callAsDemo } from './demo-renter.ts';
import { listPhonesOfDemo } from './sign-in.ts';

let browser: Browser;
let servers: Server[];
let deviceId: string;
let tag: string;

/** A customer's own site. `address` is shown by the component. */
function customersPage(address: string): string {
  return `<!doctype html><html lang="en"><title>Our devices</title>
    <style>body { margin: 0; width: 400px }</style>
    <h1>Our devices</h1>
    <script type="module" src="${inject('site')}/component/pocketfleet-phone.js"></script>
    <pocketfleet-phone src="${address}" label="Phone ${tag}"></pocketfleet-phone>
    <script>
      const said = [];
      const phone = document.querySelector('pocketfleet-phone');
      for (const type of ['state', 'ended', 'error'])
        phone.addEventListener(type, (event) => said.push([type, event.detail.state]));
    </script>`;
}

let shown = '';
async function startSite(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(customersPage(shown));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  servers = [];
  browser = await openBrowser();
  const [phone] = await listPhonesOfDemo(inject('site'));
  deviceId = phone?.id ?? '';
  tag = phone?.tag ?? '';
});
afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.close();
});

const embed = (origin: string, permission: 'watch' | 'control') =>
  callAsDemo('createEmbed', { params: { id: deviceId }, body: { origin, permission } });
const states = (page: Page): Promise<[string, string][]> => page.evaluate('said');
const stateOf = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('pocketfleet-phone').state ?? ''");

it('a page of the named origin shows the phone live, and taps it, until the embed is ended', async () => {
  const origin = await startSite();
  const made = await embed(origin, 'control');
  expect(made).toMatchObject({ origin, permission: 'control' });
  shown = made.url;
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(origin);
  await expect.poll(() => stateOf(page), { timeout: 60_000 }).toBe('live');
  const frame = page.frameLocator('pocketfleet-phone iframe');
  expect(await page.locator('pocketfleet-phone iframe').getAttribute('title')).toBe(`Phone ${tag}`);
  // As high as the phone's picture makes it, and as wide as its place.
  const box = await page.locator('pocketfleet-phone').boundingBox();
  expect(box?.width).toBe(400);
  expect(box?.height ?? 0).toBeGreaterThan(600);
  await frame.locator('#phone').click();
  await expect.poll(() => frame.locator('#role').textContent(), { timeout: 60_000 }).toContain('control');
  const links = (await callAsDemo('listShareLinks')).links;
  expect(links.find(({ id }) => id === made.id)).toMatchObject({
    embed_origin: origin,
    guests: [{ permission: 'control' }],
  });

  await callAsDemo('deleteShareLink', { params: { id: made.id } });
  await expect.poll(() => stateOf(page), { timeout: 60_000 }).toBe('ended');
  expect((await states(page)).map(([type]) => type)).toContain('ended');
  expect(faults).toEqual([]);
  await page.close();
});

it('a page of another origin shows nothing, and neither does the address by itself', async () => {
  const [named, other] = [await startSite(), await startSite()];
  const made = await embed(named, 'watch');
  shown = made.url;
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(other);
  await expect.poll(() => refused.join('\n'), { timeout: 60_000 }).toMatch(/frame-ancestors|X-Frame-Options/);
  expect(await stateOf(page)).not.toBe('live');
  await expect.poll(() => stateOf(page), { timeout: 60_000 }).toBe('error');
  await page.getByRole('status').getByText('The phone did not open').waitFor();
  await page.evaluate("document.querySelector('pocketfleet-phone').src = 'https://example.com/'");
  await page.getByRole('status').getByText('The attribute src is not an address').waitFor();
  expect(await page.locator('pocketfleet-phone iframe').count()).toBe(0);
  const guests = (await callAsDemo('listShareLinks')).links.find(({ id }) => id === made.id)?.guests;
  expect(guests).toEqual([]);

  const response = await page.goto(made.url);
  expect(response?.status()).toBe(404);
  await callAsDemo('deleteShareLink', { params: { id: made.id } });
  await page.close();
});

it('the script is one file that any page may load, and keeps for a day', async () => {
  const response = await fetch(`${inject('site')}/component/pocketfleet-phone.js`);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(response.headers.get('cache-control')).toContain('max-age=86400');
  const text = await response.text();
  expect(text).not.toMatch(/\bimport\b/);
  expect(text.length).toBeLessThan(6_000);
});
