// Pictures as RTP, from the real relay to a real browser: how they begin, what ends them, and that the picture stays right.
import { join } from 'node:path';
import type { Player } from '@pocketfleet/stream-player';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type BuiltPage,
  isNear,
  openBuiltPage,
  waitForState,
} from '../../../packages/stream-player/test/browser-page.ts';
import { type Colour, type RtpStage, startRtpStage } from './rtp-stage.ts';

declare const player: Player;

const [red, green, blue]: [Colour, Colour, Colour] = [
  [220, 30, 30],
  [30, 180, 40],
  [20, 40, 220],
];
const patience = { timeout: 60_000, interval: 100 };
let built: BuiltPage;
let stage: RtpStage;
let page: Page;

beforeAll(async () => {
  built = await openBuiltPage(
    join(import.meta.dirname, '../../../packages/stream-player/test/page'),
    'player.html',
  );
});
afterAll(() => built?.close());
beforeEach(async () => {
  stage = await startRtpStage(built.dist);
  page = await built.browser.newPage({ viewport: { width: 320, height: 640 } });
});
afterEach(async () => {
  await page.close();
  await stage.stop();
});

async function open(): Promise<void> {
  await page.goto(stage.origin);
  await waitForState(page, 'live');
}

/** The colour in the middle of what is really painted. */
async function shownColour(): Promise<number[]> {
  const png = await page.screenshot({ clip: { x: 150, y: 300, width: 4, height: 4 } });
  return await page.evaluate(async (base64) => {
    const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(4, 4).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(1, 1, 1, 1).data.slice(0, 3) ?? [])];
  }, png.toString('base64'));
}

async function shows(colour: Colour): Promise<void> {
  stage.colour = colour;
  await vi.waitFor(async () => expect(isNear(await shownColour(), colour)).toBe(true), patience);
}

const usesRtp = () => vi.waitFor(() => expect(stage.requests).toContain('rtp_use'), patience);

test('pictures begin by the websocket and go on as RTP, and the websocket carries none of them then', async () => {
  await open();
  expect(stage.websocketPictures()).toBeGreaterThan(0);
  await usesRtp();
  await shows(green);
  const before = stage.websocketPictures();
  await shows(blue);
  await shows(red);
  expect(stage.websocketPictures()).toBe(before);
});

test('where UDP is blocked, pictures stay with the websocket', async () => {
  stage.udp.lose = () => true;
  await open();
  await vi.waitFor(() => expect(stage.requests).toContain('rtp_leave'), patience);
  expect(stage.requests).not.toContain('rtp_use');
  await shows(green);
  await vi.waitFor(() => expect(stage.rtp.sessionCount).toBe(0), patience);
});

test('when UDP is blocked later, pictures go on by the websocket', async () => {
  await open();
  await usesRtp();
  await shows(green);
  stage.udp.lose = () => true;
  await shows(blue);
  await vi.waitFor(() => expect(stage.rtp.sessionCount).toBe(0), patience);
  await shows(red);
  expect(await page.locator('body').getAttribute('data-state')).toBe('live');
});

test('when nearly a third of the datagrams is lost, the picture that stands at the end is right', async () => {
  let count = 0;
  await open();
  await usesRtp();
  stage.udp.lose = () => (count++ * 7) % 10 < 3;
  await shows(green);
  await shows(blue);
  stage.colour = undefined;
  await vi.waitFor(async () => expect(isNear(await shownColour(), blue)).toBe(true), patience);
});

test('a turned phone keeps its picture', async () => {
  await open();
  await usesRtp();
  stage.resize(640, 320);
  await vi.waitFor(
    async () =>
      expect(
        await page.evaluate(() => (window as unknown as { received: unknown[] }).received.at(-1)),
      ).toEqual({
        width: 640,
        height: 320,
      }),
    patience,
  );
  await shows(green);
});

test('a recording of the page gets its packets: pictures come by the websocket until it ends', async () => {
  await open();
  await usesRtp();
  await page.evaluate(() => {
    const packets: string[] = [];
    Object.assign(window, { packets, stop: player.onPacket(({ kind }) => packets.push(kind)) });
  });
  const counts = () =>
    page.evaluate(
      () => (window as unknown as { packets: string[] }).packets.filter((kind) => kind === 'video').length,
    );
  await vi.waitFor(async () => expect(await counts()).toBeGreaterThan(5), patience);
  await shows(green);
  await page.evaluate(() => (window as unknown as { stop(): void }).stop());
  await vi.waitFor(
    () => expect(stage.requests.filter((type) => type === 'rtp_use')).toHaveLength(2),
    patience,
  );
  await shows(blue);
});

test('a pause ends RTP, and the picture is there again after it', async () => {
  await open();
  await usesRtp();
  await page.evaluate(() => player.pause());
  await vi.waitFor(() => expect(stage.rtp.sessionCount).toBe(0), patience);
  stage.colour = green;
  await page.evaluate(() => player.resume());
  await shows(green);
});

test('a screenshot shows what RTP brought', async () => {
  await open();
  await usesRtp();
  await shows(blue);
  const seen = await page.evaluate(async () => {
    const blob = await player.screenshot();
    const bitmap = await createImageBitmap(blob as Blob);
    const context = new OffscreenCanvas(4, 4).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(1, 1, 1, 1).data.slice(0, 3) ?? [])];
  });
  expect(isNear(seen, blue)).toBe(true);
});
