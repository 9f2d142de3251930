import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { percentile, slowestFigure } from '../percentile.ts';
import type { Row } from '../row.ts';
import { getRunningProduct } from '../running-product.ts';

const rounds = 6;
const drawnWithinMs = 20_000;
/** The time for which the mouse rests on the link before its button goes down: an assumption, like the next one. */
const restMs = 150;
/** From the button's press to the click. */
const pressMs = 80;
/** A capture without viewers is kept for 10 seconds by the relay and for 10 more by the agent. */
const lingerMs = 22_000;

type Hand = 'mouse' | 'finger';

/**
 * From a click on a phone until its first frame is drawn, in an application that is loaded. Cold: no capture runs on the
 * phone. Warm: another viewer watches it already. A mouse announces itself on the link before the click; a finger touches it
 * for a moment, which opens the stream without its picture (decision 208).
 */
export const firstFrameRow: Row = {
  name: 'first-frame',
  aim: 'cold p95 100 ms, warm p95 50 ms, a finger’s tap median 60 ms',
  async measure() {
    const { page, site, phoneIds } = await getRunningProduct();
    const context = page.context();
    const [watcher, clicker] = [await context.newPage(), await context.newPage()];
    const cold: number[] = [];
    const warm: number[] = [];
    const tapped: number[] = [];
    // Only the first click loads the page's code.
    await clickAndWait(clicker, site, 'mouse');
    for (let round = 0; round < rounds; round += 1) {
      await clicker.goto('about:blank');
      await wait(lingerMs);
      cold.push(await clickAndWait(clicker, site, 'mouse'));
      await watcher.goto(`${site}/frame/${phoneIds[0] ?? ''}`);
      await watcher.waitForFunction(() => document.body.dataset['state'] === 'live');
      for (const _ of [1, 2]) warm.push(await clickAndWait(clicker, site, 'mouse'));
      tapped.push(await clickAndWait(clicker, site, 'finger'));
      await watcher.goto('about:blank');
    }
    await watcher.close();
    await clicker.close();
    return {
      figures: [
        { what: 'cold, median', value: percentile(cold, 0.5), unit: 'ms' },
        slowestFigure('cold', cold),
        { what: 'warm, median', value: percentile(warm, 0.5), unit: 'ms' },
        slowestFigure('warm', warm),
        { what: 'warm, a finger’s tap, median', value: percentile(tapped, 0.5), unit: 'ms' },
        slowestFigure('warm, a finger’s tap', tapped),
      ],
      baseline: [],
      note: `Each cold round waits ${lingerMs / 1_000} s first, until no capture runs any more. The mouse rests on the link for ${restMs} ms, and its button goes down ${pressMs} ms before the click; what is opened ahead is opened then. A finger is on the link for the same ${pressMs} ms.`,
    };
  },
};

/** Clicks the first phone of the list; returns the milliseconds until its picture is drawn. */
async function clickAndWait(page: Page, site: string, hand: Hand): Promise<number> {
  await page.mouse.move(1, 1);
  await page.goto(`${site}/devices`);
  const link = page.getByRole('link', { name: /^Stream / }).first();
  await link.waitFor();
  // Wait while the list loads the code for a click: nobody clicks within that half second.
  await page.waitForLoadState('networkidle');
  const drawn = page.evaluate(async (limitMs) => {
    const probe = new OffscreenCanvas(16, 32).getContext('2d', { willReadFrequently: true });
    const clickedAtMs = await new Promise<number>((resolve) =>
      addEventListener('click', () => resolve(performance.now()), { capture: true, once: true }),
    );
    while (performance.now() - clickedAtMs < limitMs) {
      const canvas = document.querySelector('canvas');
      if (probe !== null && canvas !== null && canvas.width > 1) {
        probe.drawImage(canvas, 0, 0, 16, 32);
        const pixels = new Uint32Array(probe.getImageData(0, 0, 16, 32).data.buffer);
        if (pixels.some((pixel) => pixel !== pixels[0])) return performance.now() - clickedAtMs;
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    throw new Error(`nothing was drawn within ${limitMs} ms`);
  }, drawnWithinMs);
  if (hand === 'finger') await tapAsPeopleDo(page, link);
  else await clickAsPeopleDo(page, link);
  return drawn;
}

/** A finger touches the link and lifts off; the browser makes a click of it. */
async function tapAsPeopleDo(page: Page, link: Locator): Promise<void> {
  const box = await link.boundingBox();
  if (box === null) throw new Error('the link is not in view');
  const devtools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await wait(pressMs);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

async function clickAsPeopleDo(page: Page, link: Locator): Promise<void> {
  const box = await link.boundingBox();
  if (box === null) throw new Error('the link is not in view');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await wait(restMs);
  await page.mouse.down();
  await wait(pressMs);
  await page.mouse.up();
}
