// The pages and programs that a touch is timed in: the product's session page, a bare page with the same packets, the bare page without relay and
// control plane, and native scrcpy. Each has a window and a phone of its own; the phones have alike screens.
import type { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { routes } from '@pocketfleet/contract';
import { PHONE_MODELS } from '@pocketfleet/virtual-phone';
import type { Browser, Page } from 'playwright-core';
import { type DebianAdb, startDebianAdb } from '../../e2e/debian-adb.ts';
import { waitUntilLive } from '../../e2e/open-session.ts';
import { listPhonesOfDemo, signIn, tokenOfDemo } from '../../e2e/sign-in.ts';
import { type ListedPhone, readVirtualPhones } from '../../e2e/virtual-phones.ts';
import { ensureScrcpyServer } from '../../tools/start/scrcpy-server.ts';
import { findScrcpy } from '../../tools/test-run/system-programs.ts';
import { type DirectStream, startDirectStream } from '../direct/direct-stream.ts';
import type { RunningProduct } from '../running-product.ts';
import { showBare } from './bare-page.ts';
import { clockDifferenceMs, noteTouches } from './stages.ts';
import { type Box, findPicture, openNative, placeWindow } from './windows.ts';
import type { XScreen } from './x-screen.ts';

export type SourceName = 'product' | 'bare' | 'direct' | 'native';

export type Source = {
  readonly name: SourceName;
  /** The place of its picture on the screen. */
  readonly picture: Box;
  /** Undefined for native scrcpy. `aheadMs`: how far its clock is ahead of this process's. */
  readonly page: { readonly page: Page; readonly aheadMs: number } | undefined;
};

export type Sources = {
  readonly all: readonly Source[];
  /** The bare page without relay and control plane, and its phone. */
  readonly direct: Source;
  readonly directPhone: ListedPhone;
  /** Of the key for adb with which the direct stream reaches its phone. */
  readonly keyDir: string;
  readonly notes: readonly string[];
  stop(): Promise<void>;
};

const repoDir = resolve(import.meta.dirname, '../..');
const sessionWindow: Box = { x: 0, y: 0, width: 1_440, height: 900 };
const gap = 10;
export const screenSize = { width: 2_900, height: 960 };
const shownLookY = 0.6;

export async function openSources(
  product: RunningProduct,
  browser: Browser,
  screen: XScreen,
): Promise<Sources> {
  const { site, dataDir } = product;
  const phones = await choosePhones(site, dataDir);
  const keyDir = join(dataDir, 'bench-direct');
  const adb = await startDebianAdb();
  if (adb === undefined) throw new Error('adb opens the painting app: install Debian\'s package "adb"');
  const stops: (() => Promise<void>)[] = [() => adb.stop()];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    for (const { listed } of phones.all) await openPaintingApp(adb, listed);
    const session = await openSession(browser, screen, `${site}/devices/${phones.product.id}/stream`, site);
    const { width, height } = session.picture;
    const windowAt = (place: number): Box => ({
      x: sessionWindow.width + gap + place * (Math.round(width) + 120 + gap),
      y: 0,
      width: Math.round(width) + 120,
      height: sessionWindow.height,
    });
    const bare = await openBare(browser, screen, windowAt(0), `${site}/robots.txt`, {
      name: 'bare',
      size: sizeOf(session.picture),
      source: await ticketFor(site, phones.bare.id),
    });
    const direct = await startDirect(phones.direct.listed.adb, keyDir);
    stops.push(() => direct.stop());
    const { origin } = new URL(direct.url);
    const straight = await openBare(browser, screen, windowAt(1), `${origin}/bare`, {
      name: 'direct',
      size: sizeOf(session.picture),
      source: addressOf(direct),
    });
    const opened = { direct: straight, directPhone: phones.direct.listed, keyDir, stop };
    const native = await tryNative(adb, phones.native.listed, { ...windowAt(2), width, height }, screen);
    if (typeof native === 'string') return { ...opened, all: [session, bare, straight], notes: [native] };
    stops.push(() => native.stop());
    return { ...opened, all: [session, bare, straight, native.source], notes: [] };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Without relay and control plane, as in the source `direct`. `through` may put a proxy before the phone. */
export async function startDirect(
  phone: { host: string; port: number },
  keyDir: string,
): Promise<DirectStream> {
  return await startDirectStream({
    phone,
    siteDist: join(repoDir, 'apps/web/dist'),
    scrcpyServer: await scrcpyServer(),
    keyDir,
  });
}

/** Shows another stream in the page of `direct`. */
export async function showAgain({ page, picture }: Source, stream: DirectStream): Promise<void> {
  if (page !== undefined) await showBare(page.page, addressOf(stream), sizeOf(picture));
}

function addressOf({ url }: DirectStream): StreamSource {
  return { streamUrl: `${new URL(url).origin.replace('http', 'ws')}/stream`, ticket: 'none' };
}

function sizeOf({ width, height }: Box): { width: number; height: number } {
  return { width: Math.round(width), height: Math.round(height) };
}

type RentedPhone = { readonly id: string; readonly listed: ListedPhone };

/** Two phones of the customer and two that nobody rents, whose screens are as alike as can be. */
async function choosePhones(site: string, dataDir: string) {
  const ids = new Map((await listPhonesOfDemo(site)).map(({ tag, id }) => [tag, id]));
  const all = readVirtualPhones(dataDir).map((listed) => ({ id: ids.get(listed.tag), listed }));
  const product = all.find((phone): phone is RentedPhone => phone.id !== undefined);
  if (product === undefined) throw new Error('the demo customer has no phone');
  const length = (phone: { listed: ListedPhone }) => longSide(phone.listed) - longSide(product.listed);
  const alike = all
    .filter((phone) => phone !== product)
    .toSorted((a, b) => Math.abs(length(a)) - Math.abs(length(b)));
  const bare = alike.find((phone): phone is RentedPhone => phone.id !== undefined);
  const [direct, native] = alike.filter(({ id }) => id === undefined);
  if (!bare || !direct || !native) throw new Error('there are no two rented and two free phones');
  return { product, bare, direct, native, all: [product, bare, direct, native] };
}

/** The screens of the virtual phones differ in it only, but for one small phone. */
function longSide(phone: ListedPhone): number {
  return PHONE_MODELS.find(({ model }) => model === phone.model)?.height ?? 0;
}

const targetOf = ({ adb }: ListedPhone): string => `${adb.host}:${adb.port}`;

async function openPaintingApp(adb: DebianAdb, phone: ListedPhone): Promise<void> {
  await adb('connect', targetOf(phone));
  await adb('-s', targetOf(phone), 'shell', 'am', 'start', '-n', 'com.android.paint/.PaintActivity');
}

async function openSession(browser: Browser, screen: XScreen, url: string, site: string): Promise<Source> {
  const page = await openWindow(browser, sessionWindow);
  await signIn(page, site);
  await page.goto(url);
  await waitUntilLive(page);
  return await asSource('product', page, sessionWindow, screen);
}

async function openBare(
  browser: Browser,
  screen: XScreen,
  window: Box,
  documentUrl: string,
  { name, size, source }: { name: SourceName; size: { width: number; height: number }; source: StreamSource },
): Promise<Source> {
  const page = await openWindow(browser, window);
  await page.goto(documentUrl);
  await showBare(page, source, size);
  return await asSource(name, page, window, screen);
}

async function openWindow(browser: Browser, window: Box): Promise<Page> {
  const page = await (await browser.newContext({ viewport: null })).newPage();
  await placeWindow(page, window);
  await noteTouches(page);
  return page;
}

async function asSource(name: SourceName, page: Page, window: Box, screen: XScreen): Promise<Source> {
  const picture = await findPicture(page, window, screen);
  return { name, picture, page: { page, aheadMs: await clockDifferenceMs(page) } };
}

type StreamSource = { readonly streamUrl: string; readonly ticket: string };

async function ticketFor(site: string, id: string): Promise<StreamSource> {
  const answer = await fetch(`${site}/api/devices/${id}/stream/start`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOfDemo(site)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ purpose: 'control' }),
  });
  const { stream_url, ticket } = routes.startStream.response.parse(await answer.json());
  return { streamUrl: stream_url, ticket };
}

/** Answers with the reason where there is no native scrcpy. */
async function tryNative(adb: DebianAdb, phone: ListedPhone, box: Box, screen: XScreen) {
  const program = findScrcpy();
  if (program === undefined) {
    return 'Native scrcpy is not here: build its tag v3.3.3 with meson and -Dcompile_server=false, and name the program in SCRCPY.';
  }
  const [x, y] = [box.x + box.width / 2, box.y + box.height * shownLookY];
  const window = await openNative(
    { program, server: await scrcpyServer(), adbPort: adb.port, target: targetOf(phone), box },
    screen,
    // The painting app's paper, where the screen was black.
    async () => (await screen.pixel(x, y)) > 0xc0_c0_c0,
  );
  const source: Source = { name: 'native', picture: box, page: undefined };
  return { source, stop: () => window.stop() };
}

async function scrcpyServer(): Promise<string> {
  return await ensureScrcpyServer(process.env['POCKETFLEET_CACHE'] ?? join(repoDir, '.cache'));
}

/** A port that takes connections to the phone, for a program that listens in between. */
export async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
