import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { lookAt, openBrowser } from './browser.ts';
import { connectByAdb, type PhoneByAdb, tenantFiles } from './phone-by-adb.ts';
import { signIn } from './sign-in.ts';
import { readVirtualPhones } from './virtual-phones.ts';
import { watchDecoders } from './watch-decoders.ts';

const patience = { timeout: 60_000, interval: 100 };
let browser: Browser;
let page: Page;
let phone: PhoneByAdb;

beforeAll(async () => {
  browser = await openBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
});
afterAll(async () => {
  await browser?.close();
  await phone?.stop();
});

it('signs in, sees three phones online, opens one, taps an app, types a word, signs out, and the stream is closed', async () => {
  // The page starts its decoder worker before anybody clicks.
  const decoders = watchDecoders(page);
  await signIn(page, inject('site'));

  const streams = page.getByRole('link', { name: /^Stream / });
  await vi.waitFor(async () => expect(await streams.count()).toBe(3), patience);
  const tag = ((await streams.first().getAttribute('aria-label')) ?? '').replace('Stream ', '');
  const listed = readVirtualPhones(inject('dataDir')).find((phone) => phone.tag === tag);
  if (listed === undefined) throw new Error(`the site shows ${tag}, which virtual-phones.json does not list`);
  phone = await connectByAdb(listed);
  await phone.shell(`input keyevent KEYCODE_HOME; rm -f ${tenantFiles}/Documents/note.txt`);

  const sockets = watchSockets(page);
  await decoders.ready();
  await streams.first().click();
  const canvas = page.getByRole('application').locator('canvas').last();
  await waitForPicture(canvas);
  expect(sockets.open()).toBe(1);
  expect(await decoders.seen()).toMatchObject({ codec: expect.stringMatching(/^avc1\./) });
  expect((await decoders.seen()).frames).toBeGreaterThan(0);

  const home = await lookAt(canvas);
  await tap(canvas, await phone.locate('Files'));
  await vi.waitFor(async () => expect(await phone.frontApp()).toBe('com.android.documentsui'), patience);
  await vi.waitFor(async () => expect((await lookAt(canvas)).picture).not.toBe(home.picture), patience);

  await phone.shell('am start -n com.android.notes/.NotesActivity');
  await vi.waitFor(async () => expect(await phone.frontApp()).toBe('com.android.notes'), patience);
  await page.keyboard.type('bonjour');
  await vi.waitFor(
    async () => expect(await phone.shell(`cat ${tenantFiles}/Documents/note.txt`)).toContain('bonjour'),
    patience,
  );

  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await vi.waitFor(() => expect(sockets.open()).toBe(0), patience);
});

it('counts the phones on the page by status', async () => {
  const other = await (await browser.newContext()).newPage();
  await signIn(other, inject('site'));
  const total = other.locator('dt', { hasText: 'Total Phones' }).locator('xpath=following-sibling::dd');
  await vi.waitFor(async () => expect((await total.innerText()).trim()).toBe('3'), patience);
});

async function waitForPicture(canvas: Locator): Promise<void> {
  await vi.waitFor(async () => expect((await lookAt(canvas)).colours).toBeGreaterThan(8), patience);
}

/** Taps at a place of the phone's screen: the picture is centred in the canvas, as large as fits. */
async function tap(canvas: Locator, at: { x: number; y: number; ratio: number }): Promise<void> {
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('the canvas is not on the page');
  const width = Math.min(box.width, box.height * at.ratio);
  const height = width / at.ratio;
  const left = box.x + (box.width - width) / 2;
  const top = box.y + (box.height - height) / 2;
  await canvas.page().mouse.click(left + width * at.x, top + height * at.y);
}

/** Counts the websockets of streams that are open from now on. */
function watchSockets(where: Page): { open(): number } {
  let open = 0;
  where.on('websocket', (socket) => {
    if (!socket.url().includes('/stream')) return;
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  return { open: () => open };
}
