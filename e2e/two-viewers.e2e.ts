// Two browsers on one phone: one controls, the other watches, and either can take control.
import type { Browser, Locator, Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { newDemoPage } from './open-as-demo.ts';
import { openSession, placeOnPage, type Session, waitUntilLive } from './open-session.ts';

const patience = { timeout: 60_000, interval: 100 };
const home = 'com.android.launcher3';
let browser: Browser;
let page: Page;
let session: Session;

beforeAll(async () => {
  browser = await openBrowser();
  page = await newDemoPage(browser, { viewport: { width: 1440, height: 900 } });
  session = await openSession(page);
});
afterAll(async () => {
  await browser?.close();
  await session?.phone.stop();
});

const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Phone' }).getByRole('button', { name, exact: true });
const inFront = (app: string) =>
  vi.waitFor(async () => expect(await session.phone.frontApp()).toBe(app), patience);

it('of two viewers one controls: the other’s tap does nothing until they take control', async () => {
  await session.phone.shell(
    'input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard; input keyevent KEYCODE_HOME',
  );
  await inFront(home);
  // A viewer who uses a free seat holds it until half a minute after the last input.
  await tool('Home').click();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await waitUntilLive(other);
  const othersPicture = other.getByRole('application').locator('canvas').last();
  const tapFilesIn = async (where: Page, picture: Locator) => {
    const { x, y } = await placeOnPage(picture, await session.phone.locate('Files'));
    await where.mouse.click(x, y);
  };
  await page.bringToFront();
  await tool('Home').click();
  await other.bringToFront();
  await other.getByText('Another window of yours has control.').waitFor();
  await tapFilesIn(other, othersPicture);
  // The response to a later message shows that the tap has been checked.
  await other.getByRole('button', { name: 'Take it here' }).click();
  await other.getByText('Another window of yours has control.').waitFor({ state: 'detached' });
  expect(await session.phone.frontApp()).toBe(home);
  await tapFilesIn(other, othersPicture);
  await inFront('com.android.documentsui');
  await page.bringToFront();
  await page.getByText('Another window of yours has control.').waitFor();
  await tool('Home').click();
  await page.getByRole('button', { name: 'Take it here' }).click();
  await page.getByText('Another window of yours has control.').waitFor({ state: 'detached' });
  expect(await session.phone.frontApp()).toBe('com.android.documentsui');
  await tool('Home').click();
  await inFront(home);
  await other.close();
});

it('a mouse that rests on a phone’s link opens its stream ahead, unnoticed by others until the click', async () => {
  const two = page.getByText('2 watching');
  await two.waitFor({ state: 'detached' });
  const other = await page.context().newPage();
  onTestFinished(() => other.close());
  const streams: WebSocket[] = [];
  other.on('websocket', (socket) => socket.url().includes('/stream?') && streams.push(socket));
  await other.goto(`${inject('site')}/devices`);
  await other.mouse.move(1, 1);
  const link = other.locator(`a[href="${new URL(page.url()).pathname}"]`);
  await link.hover();
  await vi.waitFor(() => expect(streams).toHaveLength(1), patience);
  await other.mouse.move(1, 1);
  await vi.waitFor(() => expect(streams[0]?.isClosed()).toBe(true), patience);

  await link.hover();
  await vi.waitFor(() => expect(streams).toHaveLength(2), patience);
  expect(await two.count()).toBe(0);
  await link.click();
  await waitUntilLive(other);
  await two.waitFor();
  // The page uses the stream that was opened ahead, at the latest when the mouse button went down.
  const areAhead = streams.map((socket) => new URL(socket.url()).searchParams.get('ahead'));
  expect(new Set(areAhead)).toEqual(new Set(['1']));
  expect(streams.map((socket) => socket.isClosed()).at(-1)).toBe(false);
});

it('a finger on a phone’s link opens its stream ahead: a scroll that begins there closes it, and a tap shows it', async () => {
  const other = await page.context().newPage();
  onTestFinished(() => other.close());
  const streams: WebSocket[] = [];
  other.on('websocket', (socket) => socket.url().includes('/stream?') && streams.push(socket));
  await other.goto(`${inject('site')}/devices`);
  const box = await other.locator(`a[href="${new URL(page.url()).pathname}"]`).boundingBox();
  const touchPoints = [{ x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }];
  const devtools = await other.context().newCDPSession(other);
  const touch = (type: 'touchStart' | 'touchEnd' | 'touchCancel') =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? touchPoints : [],
    });
  await touch('touchStart');
  await vi.waitFor(() => expect(streams).toHaveLength(1), patience);
  await touch('touchCancel');
  await vi.waitFor(() => expect(streams[0]?.isClosed()).toBe(true), patience);

  await touch('touchStart');
  await vi.waitFor(() => expect(streams).toHaveLength(2), patience);
  await touch('touchEnd');
  await waitUntilLive(other);
  expect(new URL(streams[1]?.url() ?? '').searchParams.get('ahead')).toBe('1');
  expect(streams.at(-1)?.isClosed()).toBe(false);
});
