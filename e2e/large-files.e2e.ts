// Large files to and from a phone, in a real browser with a profile on disk: they pass through the page without
// being collected in memory, and end with it. `npm run proof -- large-files` moves 2 GB.
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openPersistentBrowser } from './browser.ts';
import { type Line, openLine } from './line.ts';
import { openSession, type Session, waitUntilLive } from './open-session.ts';
import { watchMemory } from './page-memory.ts';
import { tenantFiles } from './phone-by-adb.ts';
import { signIn } from './sign-in.ts';

const megabytes = Number(process.env['PROOF_SIZE'] ?? 64);
const megabyte = 1024 * 1024;
/** The limit of the page's growth during a transfer: room for the blocks on their way, not for the whole file. */
const mostMoreMemory = 48 * megabyte;
const wholeWithin = { timeout: 600_000 };
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-large-'));
const profile = join(folder, 'profile');
let line: Line;
let context: BrowserContext;
let page: Page;
let session: Session;

beforeAll(async () => {
  line = await openLine(inject('site'));
  context = await openPersistentBrowser(profile, [line.browserFlag]);
  page = await context.newPage();
  await signIn(page, inject('site'));
  session = await openSession(page);
});
afterAll(async () => {
  await context?.close();
  await line?.stop();
  await session?.phone.shell(`rm -f ${tenantFiles}/Download/large.bin`);
  await session?.phone.stop();
  rmSync(folder, { recursive: true, force: true });
});

const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Phone' }).getByRole('button', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it(`sends and fetches ${megabytes} MB, and the page keeps none of it in memory`, async () => {
  const file = join(folder, 'large.bin');
  const sent = writeRandom(file, megabytes);
  await tool('Files').click();
  const pushing = await watchMemory(page);
  await page.getByLabel('Files to send').setInputFiles(file);
  await page.getByText('Saved to /sdcard/Download').waitFor(wholeWithin);
  const pushed = await pushing.stop();

  const pulling = await watchMemory(page);
  const downloading = page.waitForEvent('download', wholeWithin);
  await button('Download large.bin').click();
  const download = await downloading;
  const fetched = join(folder, 'fetched.bin');
  await download.saveAs(fetched);
  const pulled = await pulling.stop();
  const hash = createHash('sha256');
  await pipeline(createReadStream(fetched), hash);
  expect(hash.digest('hex')).toBe(sent);

  const figures = { megabytes, pushedMoreMb: toMb(pushed), pulledMoreMb: toMb(pulled) };
  console.log(JSON.stringify(figures));
  if (process.env['PROOF_RESULT']) writeFileSync(process.env['PROOF_RESULT'], JSON.stringify(figures));
  expect(pushed).toBeLessThan(mostMoreMemory);
  expect(pulled).toBeLessThan(mostMoreMemory);
}, 1_200_000);

it('asks before a page with a running transfer is left, and then ends it without a trace', async () => {
  const name = 'left.bin';
  const file = join(folder, name);
  // The file is sparse, and on this line only a small part is sent before the transfer is cancelled.
  closeSync(openSync(file, 'w'));
  truncateSync(file, 1_900 * megabyte);
  line.shape({ bytesPerSecond: 2 * megabyte, delayMs: 0, loss: 0 });
  const conversations: { isClosed(): boolean }[] = [];
  page.on('websocket', (socket) => {
    if (socket.url().endsWith('/files')) conversations.push(socket);
  });
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));

  await page.getByLabel('Files to send').setInputFiles(file);
  await page.getByRole('progressbar', { name }).waitFor();
  const back = page.getByRole('link', { name: 'Back to Devices' });
  await back.click();
  await page.getByRole('dialog', { name: 'Leave while files are being transferred?' }).waitFor();
  await button('Stay here').click();
  expect(new URL(page.url()).pathname).toBe(`/devices/${session.id}/stream`);
  expect(conversations.at(-1)?.isClosed()).toBe(false);
  // It is queued behind the first one, and must not start when that one ends.
  await button('Download large.bin').click();
  await back.click();
  await button('Leave and cancel').click();
  await page.waitForURL('**/devices');
  line.shape(undefined);
  await vi.waitFor(() => expect(conversations.every((each) => each.isClosed())).toBe(true));
  await vi.waitFor(
    async () =>
      expect(await session.phone.shell(`ls -a ${tenantFiles}/Download`)).not.toMatch(
        /left|\.part|pocketfleet/,
      ),
    { timeout: 60_000, interval: 200 },
  );

  await page.goto(`${inject('site')}/devices/${session.id}/stream`);
  await waitUntilLive(page);
  expect(conversations.every((each) => each.isClosed())).toBe(true);
  expect(downloads).toEqual([]);
});

const toMb = (bytes: number) => Math.round(bytes / megabyte);

/** Returns its SHA-256. */
function writeRandom(path: string, size: number): string {
  const hash = createHash('sha256');
  const block = randomBytes(megabyte);
  const file = openSync(path, 'w');
  for (let at = 0; at < size; at++) {
    block.writeUInt32BE(at);
    hash.update(block);
    writeSync(file, block);
  }
  closeSync(file);
  return hash.digest('hex');
}
