// A fault between a customer and their phone: a message appears, the last picture stays, and the phone is back without
// a reload, with the right picture and working taps.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { lookAt, openWholeBrowser } from './browser.ts';
import { killProgram } from './chaos/faults.ts';
import { type Line, openLine } from './line.ts';
import { newDemoPage } from './open-as-demo.ts';
import { openSession, placeOnPage, type Session, waitUntilLive } from './open-session.ts';

const patience = { timeout: 60_000, interval: 100 };
const home = 'com.android.launcher3';
let line: Line;
let browser: Browser;
let page: Page;
let session: Session;

beforeAll(async () => {
  line = await openLine(inject('site'));
  browser = await openWholeBrowser([line.browserFlag]);
  page = await newDemoPage(browser, { viewport: { width: 1440, height: 900 } });
  session = await openSession(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
});
afterAll(async () => {
  await browser?.close();
  await line?.stop();
  await session?.phone.stop();
});
beforeEach(async () => {
  await session.phone.shell(
    'input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard; input keyevent KEYCODE_HOME',
  );
  await vi.waitFor(async () => expect(await session.phone.frontApp()).toBe(home), patience);
  // Wait for a frame, because only a drawn frame can stay.
  await vi.waitFor(keepsPicture, patience);
});
afterEach(() => line.restore());

/** The message over the picture while it is not live. */
const notice = () =>
  page.getByText(/^(Reconnecting,|Connecting to the phone|The connection to the phone|The phone is|Stalled)/);
const seesNotice = () => notice().first().waitFor({ timeout: 60_000 });
const seesNone = () => notice().first().waitFor({ state: 'detached', timeout: 60_000 });

/** A tap reaches the phone, and the changed screen is drawn: the whole way in both directions, without a reload. */
async function worksAgain(): Promise<void> {
  await seesNone();
  // Between two messages there may be a moment without one, so wait for the tools, which need the picture.
  await waitUntilLive(page);
  const before = await lookAt(session.picture);
  const place = await session.phone.locate('Files');
  const { x, y } = await placeOnPage(session.picture, place);
  // On a busy machine the line may falter once more. A tap at a picture that isn't live is dropped, as the page says, and
  // people tap again.
  await vi.waitFor(
    async () => {
      await waitUntilLive(page);
      await page.mouse.click(x, y);
      await vi.waitFor(async () => expect(await session.phone.frontApp()).toBe('com.android.documentsui'), {
        timeout: 10_000,
        interval: 100,
      });
    },
    { timeout: 60_000, interval: 100 },
  );
  await vi.waitFor(
    async () => expect((await lookAt(session.picture)).picture).not.toBe(before.picture),
    patience,
  );
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
}

/** The last picture stays, dimmed or not, while no frame arrives. */
async function keepsPicture(): Promise<void> {
  expect((await lookAt(session.picture)).colours).toBeGreaterThan(8);
}

it('the network is lost for a while', async () => {
  line.cut();
  await seesNotice();
  await keepsPicture();
  // Long enough for several failed attempts.
  await page.getByText(/^[4-9] s$/).waitFor({ timeout: 60_000 });
  line.restore();
  await worksAgain();
});

it('the agent beside the phone dies', async () => {
  killProgram(inject('startPid'), 'agent');
  await seesNotice();
  await keepsPicture();
  await worksAgain();
});

it('the API dies, and the picture goes on meanwhile', async () => {
  killProgram(inject('startPid'), 'api');
  await worksAgain();
});

it('the relay of the stream dies', async () => {
  killProgram(inject('startPid'), 'relay');
  await seesNotice();
  await keepsPicture();
  await worksAgain();
});
