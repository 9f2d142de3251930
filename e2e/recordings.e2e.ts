// A recording from the session page to the player: the mark on the picture, actions, the screen, search and the picture itself.
// Each viewer of a recorded phone sees by whom it is recorded: on tiles, in windows and as a guest.
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { openAsDemo } from './open-as-demo.ts';
import { watchMemory } from './page-memory.ts';
import { listPhonesOfDemo, tokenOfDemo } from './sign-in.ts';

const patience = { timeout: 60_000, interval: 200 };
const pictures = process.env['RECORDING_PICTURES'];
let browser: Browser;
let sessionPage: Page;

beforeAll(async () => {
  browser = await openBrowser();
  sessionPage = await openAsDemo(browser, '/devices', { viewport: { width: 1440, height: 900 } });
});
afterAll(() => browser?.close());

/** For people who look at them: in both themes and two widths. */
async function lookAt(name: string, page = sessionPage): Promise<void> {
  if (pictures === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

const isDrawn = () =>
  sessionPage
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return canvas.width > 100 && new Set(pixels.filter((_, at) => at % 4 !== 3)).size > 8;
    });

it('records a phone, shows who records it, and plays, finds and exports what happened', async () => {
  const page = sessionPage;
  const stream = page.getByRole('link', { name: /^Stream / }).first();
  await stream.click();
  await page
    .getByRole('toolbar', { name: 'Phone' })
    .getByRole('button', { name: 'Home', exact: true })
    .waitFor();
  // Not the toolbar's, which records a file in the browser.
  const bar = page.locator('[data-session] > div').first();
  await bar.getByRole('button', { name: 'Start recorder', exact: true }).click({ timeout: patience.timeout });
  const mark = page.locator('[data-recording-mark]').first();
  await vi.waitFor(async () => expect(await mark.textContent()).toContain('Recorded by'), patience);
  await lookAt('session');
  const home = page
    .getByRole('toolbar', { name: 'Phone' })
    .getByRole('button', { name: 'Home', exact: true });
  await vi.waitFor(async () => expect(await home.isEnabled()).toBe(true), patience);
  await home.click();
  const phone = page.getByRole('application').first();
  const box = (await phone.boundingBox()) ?? expect.fail('no phone');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.goto(`${inject('site')}/recordings`);
  await lookAt('list');
  const link = page.getByRole('list').getByRole('link').first();
  await link.click();
  const act = page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: /Pressed home/ });
  await act.first().waitFor({ timeout: patience.timeout });
  await act.first().click();
  await vi.waitFor(async () => expect(await isDrawn()).toBe(true), patience);
  // In its phone's body, whose screen has the picture's own form.
  const [shown, own] = await page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => [
      canvas.clientWidth / canvas.clientHeight,
      canvas.width / canvas.height,
    ]);
  expect(shown).toBeCloseTo(own ?? 0, 1);
  await page.getByRole('searchbox', { name: 'Search actions and screens' }).fill('When did they press home?');
  await page.getByText(/^1 of \d+$/).waitFor();
  await lookAt('player');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export MP4' }).click();
  expect((await download).suggestedFilename()).toMatch(/^recording-PF-\d+-.+\.mp4$/);
});

it('a large export passes through the page without lying in its memory', async () => {
  const page = sessionPage;
  const bytes = 96 * 1024 * 1024;
  // Served here, because a recording of this size takes an hour.
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-expose-headers': 'content-disposition',
      'content-type': 'video/mp4',
      'content-disposition': 'attachment; filename="recording-large.mp4"',
      'content-length': bytes,
    });
    pipeline(Readable.from(pieces(bytes)), response).catch(() => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const { port } = server.address() as AddressInfo;
    await page.route('**/export?format=mp4', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const memory = await watchMemory(page);
    const downloading = page.waitForEvent('download', { timeout: 120_000 });
    await page.getByRole('button', { name: 'Export MP4' }).click();
    const download = await downloading;
    const grown = await memory.stop();
    expect(grown).toBeLessThan(32 * 1024 * 1024);
    expect(download.suggestedFilename()).toBe('recording-large.mp4');
    expect((await stat(await download.path())).size).toBe(bytes);
  } finally {
    await page.unroute('**/export?format=mp4');
    server.close();
  }
});

function* pieces(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(256 * 1024, 7);
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

it('tiles, windows of their own and guests show the mark while the phone is recorded, and no longer', async () => {
  const site = inject('site');
  const [phone] = (await listPhonesOfDemo(site)).toSorted((a, b) => a.tag.localeCompare(b.tag));
  if (phone === undefined) throw new Error('the demo customer has no phone');
  const token = await tokenOfDemo(site);
  const post = async (path: string, body: object) => {
    const response = await fetch(`${site}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, path).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  };
  // Of the test before.
  const { recordings } = (await (
    await fetch(`${site}/api/recordings`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { recordings: { id: string; state: string }[] };
  for (const { id, state } of recordings) if (state === 'recording') await post(`/recordings/${id}/stop`, {});

  const page = sessionPage;
  await page.goto(`${site}/devices?view=mosaic`);
  const tile = page.frameLocator(`iframe[title*="${phone.tag}"]`);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: new RegExp(`^Open .*${phone.tag}.* in its own window$`) }).click();
  const popup = await opening;
  const link = await post('/share-links', {
    name: 'Review',
    permission: 'watch',
    phones: [phone.id],
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const guest = await (await browser.newContext({ viewport: { width: 900, height: 900 } })).newPage();
  await guest.goto(String(link['url']));
  await guest.getByLabel('Your name').fill('Dana');
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await guest.locator('#phone canvas').last().waitFor();

  const { id } = await post(`/devices/${phone.id}/recordings`, {});
  const marks = [tile, popup, guest].map((each) => each.locator('[data-recording-mark]').first());
  for (const mark of marks)
    await mark.filter({ hasText: 'Recorded by demo' }).waitFor({ timeout: patience.timeout });
  await lookAt('mark-tiles');
  await lookAt('mark-guest', guest);
  if (pictures !== undefined) await popup.screenshot({ path: `${pictures}/mark-popup.png` });
  await post(`/recordings/${String(id)}/stop`, {});
  for (const mark of marks) await mark.waitFor({ state: 'hidden', timeout: patience.timeout });
  await popup.close();
  await guest.context().close();
});
