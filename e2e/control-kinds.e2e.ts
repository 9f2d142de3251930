// Every kind of control message, from a real browser through the whole product. The effect on the phone is read
// over adb.
import { type ControlMessage, encodeControlMessage } from '@pocketfleet/stream-protocol';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { newDemoPage } from './open-as-demo.ts';
import { openSession, placeOnPage, type Session } from './open-session.ts';
import { tenantFiles } from './phone-by-adb.ts';

const patience = { timeout: 60_000, interval: 100 };
const home = 'com.android.launcher3';
const notes = 'com.android.notes';
/** The colours of the first and the second finger. */
const inks = { first: [0xe5, 0x48, 0x4d], second: [0xf2, 0xa3, 0x3a] } as const;
let browser: Browser;
let page: Page;
let session: Session;

beforeAll(async () => {
  browser = await openBrowser();
  page = await newDemoPage(browser, { viewport: { width: 1440, height: 900 }, hasTouch: true });
  session = await openSession(page);
});
afterAll(async () => {
  await session?.phone.shell('settings put system show_touches 0; am force-stop com.android.paint');
  await browser?.close();
  await session?.phone.stop();
});

const shell = (command: string) => session.phone.shell(command);
const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Phone' }).getByRole('button', { name, exact: true });
const phoneShows = (text: string | RegExp) =>
  vi.waitFor(async () => expect(await session.phone.texts()).toMatch(text), patience);
const phoneShowsNot = (text: string | RegExp) =>
  vi.waitFor(async () => expect(await session.phone.texts()).not.toMatch(text), patience);
const inFront = (app: string) =>
  vi.waitFor(async () => expect(await session.phone.frontApp()).toBe(app), patience);
const noteIs = (text: string) =>
  vi.waitFor(async () => expect(await shell(`cat ${tenantFiles}/Documents/note.txt`)).toBe(text), patience);

async function open(app: string, activity: string): Promise<void> {
  await shell(`am start -n ${app}/.${activity}`);
  await inFront(app);
}

async function openEmptyNote(): Promise<void> {
  await shell(`am force-stop ${notes}; rm -f ${tenantFiles}/Documents/note.txt`);
  await open(notes, 'NotesActivity');
  await phoneShows(/0 characters/);
  // The tool leaves the keyboard too, where a test before has left it with the phone.
  if ((await tool('Keyboard').getAttribute('aria-pressed')) !== 'true') await tool('Keyboard').click();
}

async function openEmptyPaper(): Promise<void> {
  await shell('am force-stop com.android.paint; pm clear --user $(am get-current-user) com.android.paint');
  await open('com.android.paint', 'PaintActivity');
  await phoneShows('Draw with one finger');
}

/** The number of pixels of this colour in the phone's own screenshot. */
async function pixelsOf(colour: readonly [number, number, number]): Promise<number> {
  const png = Buffer.from(await session.phone.screenshot()).toString('base64');
  return page.evaluate(
    async ({ png, colour: [red, green, blue] }) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      // The palette below the paper also has every colour.
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height * 0.8).data ?? [];
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
      }
      return count;
    },
    { png, colour },
  );
}

const inksOnPaper = async () => [await pixelsOf(inks.first), await pixelsOf(inks.second)] as const;

async function at(x: number, y: number): Promise<{ x: number; y: number }> {
  const [, width = 0, height = 1] = (/(\d+)x(\d+)/.exec(await shell('wm size')) ?? []).map(Number);
  return placeOnPage(session.picture, { x, y, ratio: width / height });
}

describe('with mouse, fingers and keyboard on the page', () => {
  beforeEach(async () => {
    await shell('input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard; input keyevent KEYCODE_HOME');
    await inFront(home);
  });

  it('a tap is a touch at the same place', async () => {
    const place = await session.phone.locate('Files');
    const { x, y } = await placeOnPage(session.picture, place);
    await page.mouse.click(x, y);
    await inFront('com.android.documentsui');
  });

  it('a drag of the mouse draws one line, and with Ctrl held two fingers pinch', async () => {
    await openEmptyPaper();
    const [from, to] = [await at(0.3, 0.3), await at(0.6, 0.5)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await vi.waitFor(async () => expect(await pixelsOf(inks.first)).toBeGreaterThan(500), patience);
    expect(await pixelsOf(inks.second)).toBe(0);
    await page.keyboard.down('Control');
    await page.mouse.down();
    await page.mouse.move(from.x, from.y, { steps: 8 });
    await page.mouse.up();
    await page.keyboard.up('Control');
    await vi.waitFor(async () => expect(await pixelsOf(inks.second)).toBeGreaterThan(500), patience);
  });

  it('two fingers on a touch screen are two touches', async () => {
    await openEmptyPaper();
    const places = [await at(0.3, 0.3), await at(0.7, 0.6)];
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: places
          .map((place, id) => ({ ...place, y: place.y + down, id }))
          .slice(0, down < 0 ? 0 : 2),
      });
    await touch('touchStart', 0);
    for (let down = 5; down <= 60; down += 5) await touch('touchMove', down);
    await touch('touchEnd', -1);
    await vi.waitFor(async () => {
      const [first, second] = await inksOnPaper();
      expect(Math.min(first, second)).toBeGreaterThan(200);
    }, patience);
  });

  it('the wheel scrolls the element under the pointer', async () => {
    await open('com.android.feed', 'FeedActivity');
    // Without the clock, which may strike in between.
    const texts = async () => (await session.phone.texts()).replace(/\d\d:\d\d/, '');
    const before = await texts();
    const { x, y } = await at(0.5, 0.6);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 600);
    await vi.waitFor(async () => expect(await texts()).not.toBe(before), patience);
    await page.mouse.wheel(0, -3_000);
    await vi.waitFor(async () => expect(await texts()).toBe(before), patience);
  });

  it('keys arrive as keys, and their characters as text', async () => {
    await openEmptyNote();
    await page.keyboard.type('helo');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('l');
    await noteIs('hello');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await noteIs('hell\n');
  });

  it('copying on the phone copies here, and pasting here pastes on the phone', async () => {
    await openEmptyNote();
    await page.keyboard.type('taken along');
    await noteIs('taken along');
    await tool('Clipboard').click();
    await page.getByRole('button', { name: 'Copy selection' }).click();
    await page.locator('pre', { hasText: 'taken along' }).waitFor();
    await page.getByRole('textbox', { name: 'To the phone' }).fill(' and 带回来');
    await page.getByRole('button', { name: 'Paste into the phone' }).click();
    await noteIs('taken along and 带回来');
    await tool('Clipboard').click();
  });

  it('a right click goes back, and wakes a phone whose display is off', async () => {
    await open('com.android.settings', 'Settings');
    const { x, y } = await at(0.5, 0.3);
    await page.mouse.click(x, y, { button: 'right' });
    await inFront(home);
    await tool('Power').click();
    await vi.waitFor(async () => expect(await shell('dumpsys power')).toContain('state=OFF'), patience);
    await page.mouse.click(x, y, { button: 'right' });
    await vi.waitFor(async () => expect(await shell('dumpsys power')).toContain('state=ON'), patience);
  });

  it('Rotate turns the phone, and a second Rotate turns it back', async () => {
    const rotation = async () => /mRotation=(\d)/.exec(await shell('dumpsys window'))?.[1];
    expect(await rotation()).toBe('0');
    await tool('Rotate').click();
    await vi.waitFor(async () => expect(await rotation()).toBe('1'), patience);
    await vi.waitFor(async () => expect(await tool('Rotate').isEnabled()).toBe(true), patience);
    await tool('Rotate').click();
    await vi.waitFor(async () => expect(await rotation()).toBe('0'), patience);
  });

  it('a finger is lifted when its page is closed', async () => {
    await openEmptyPaper();
    await shell('settings put system show_touches 1');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Take it here' }).click();
    await other.getByText('Another window of yours has control.').waitFor({ state: 'hidden' });
    const { x, y } = await placeOnPage(
      other.getByRole('application').locator('canvas').last(),
      await session.phone.locate('Draw with one finger or ten'),
    );
    await other.mouse.move(x, y);
    await other.mouse.down();
    await other.mouse.move(x + 5, y + 40, { steps: 4 });
    // The circle of a shown touch covers the line's end; after the touch is lifted the line is complete.
    await vi.waitFor(async () => expect(await pixelsOf(inks.first)).toBeGreaterThan(100), patience);
    const held = await pixelsOf(inks.first);
    await other.close();
    await vi.waitFor(async () => expect(await pixelsOf(inks.first)).toBeGreaterThan(held + 50), patience);
    await shell('settings put system show_touches 0');
  });
});

describe('control messages without a button on the page', () => {
  it('open and close panels, start an app, and turn the display off and on', async () => {
    await shell('input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard; input keyevent KEYCODE_HOME');
    await inFront(home);
    await page.goto(`${inject('site')}/devices`);
    const send = await openSocketIn(page, session.id);
    await send({ type: 'expand_notifications' });
    await phoneShows(/Clear all|No notifications/);
    await send({ type: 'collapse_panels' });
    await phoneShowsNot(/Clear all|No notifications/);
    await send({ type: 'expand_settings' });
    await phoneShows(/^(On|Off)$/m);
    await send({ type: 'collapse_panels' });
    await phoneShowsNot(/^(On|Off)$/m);
    await send({ type: 'start_app', name: notes });
    await inFront(notes);
    // Only the display is off: the phone keeps working, and its picture arrives.
    await send({ type: 'display_power', on: false });
    await send({ type: 'expand_notifications' });
    await phoneShows(/Clear all|No notifications/);
    await send({ type: 'display_power', on: true });
    await send({ type: 'collapse_panels' });
    await phoneShowsNot(/Clear all|No notifications/);
  });
});

/** A second control socket of the page, with a ticket of its own; resolves when it has control. */
async function openSocketIn(where: Page, id: string): Promise<(message: ControlMessage) => Promise<void>> {
  await where.evaluate(async (deviceId) => {
    const token = /(?:^|; )access_token=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    const answer = await fetch(`/api/devices/${deviceId}/stream/start`, {
      method: 'POST',
      headers: { authorization: `Bearer ${decodeURIComponent(token)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: 'control' }),
    });
    const { ticket } = (await answer.json()) as { ticket: string };
    const origin = window.location.origin.replace('http', 'ws');
    const socket = new WebSocket(`${origin}/ws/devices/${deviceId}/stream`, ['pocketfleet', ticket]);
    Object.assign(window, { controlSocket: socket });
    await new Promise<void>((resolve, reject) => {
      socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`));
      socket.onmessage = ({ data }) => {
        if (typeof data !== 'string') return;
        const notice = JSON.parse(data) as { type: string; role?: string; state?: string };
        if (notice.type === 'welcome') socket.send(JSON.stringify({ type: 'take_control' }));
        if (notice.type === 'phone' && notice.state === 'streaming') resolve();
      };
    });
  }, id);
  return (message) =>
    where.evaluate(
      (bytes) => {
        const { controlSocket } = window as unknown as { controlSocket: WebSocket };
        controlSocket.send(Uint8Array.from(bytes));
      },
      [...encodeControlMessage(message)],
    );
}
