import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { percentile, slowestFigure } from '../percentile.ts';
import type { Row } from '../row.ts';
import { openViewerBehindLine, untilLive } from '../stream/viewer-behind-line.ts';

const rounds = 8;
const cutMs = 5_000;
const apps = ['com.android.notes/.NotesActivity', 'com.android.settings/.Settings'];
const limitMs = 20_000;

/**
 * The network between browser and site hangs for 5 seconds, in which the phone opens another app. Measured from the
 * network's return until the canvas shows the app, compared with a second browser whose network never failed.
 */
export const reconnectRow: Row = {
  name: 'reconnect',
  aim: 'p95 500 ms, no reload, no broken picture',
  async measure() {
    const { product, line, page, phone, frameUrl, stop } = await openViewerBehindLine();
    const witness = await product.page.context().newPage();
    try {
      await witness.setViewportSize({ width: 372, height: 715 });
      await witness.goto(frameUrl);
      await untilLive(witness);
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
      const back: number[] = [];
      const fresh: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        line.cut();
        await phone.shell(`am start -n ${apps[round % apps.length] ?? ''}`);
        await wait(cutMs);
        const wanted = await thumbnail(witness);
        const shown = untilShown(page, wanted);
        const restoredAtMs = Date.now();
        line.restore();
        back.push((await shown) - restoredAtMs);
        await untilLive(page);
        fresh.push(await timeFreshPage(witness, frameUrl, wanted));
      }
      if (!(await page.evaluate(() => 'isSamePage' in window))) throw new Error('the page was loaded anew');
      return {
        figures: [
          { what: 'cut 5 s, right picture after it, median', value: percentile(back, 0.5), unit: 'ms' },
          slowestFigure('cut 5 s, right picture after it', back),
        ],
        baseline: [
          {
            what: 'the same picture in a newly opened page, median',
            value: percentile(fresh, 0.5),
            unit: 'ms',
          },
        ],
        note: `${rounds} cuts. The network returns at any moment between two tries, which come every 250 ms.`,
      };
    } finally {
      await witness.close();
      await stop();
    }
  },
};

/** The canvas in 18 by 32 pixels. */
function thumbnail(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const probe = new OffscreenCanvas(18, 32).getContext('2d', { willReadFrequently: true });
    const canvas = document.querySelector('canvas');
    if (canvas !== null) probe?.drawImage(canvas, 0, 0, 18, 32);
    return [...(probe?.getImageData(0, 0, 18, 32).data ?? [])];
  });
}

/** The time (ms since 1970) at which the canvas looked like this. Codec and scaling change far less than another app. */
function untilShown(page: Page, wanted: readonly number[]): Promise<number> {
  return page.evaluate(
    async ({ wanted, limitMs }) => {
      const probe = new OffscreenCanvas(18, 32).getContext('2d', { willReadFrequently: true });
      const endMs = performance.now() + limitMs;
      while (performance.now() < endMs) {
        const canvas = document.querySelector('canvas');
        if (canvas !== null && canvas.width > 1) probe?.drawImage(canvas, 0, 0, 18, 32);
        const seen = probe?.getImageData(0, 0, 18, 32).data ?? [];
        let difference = 0;
        wanted.forEach((value, at) => {
          difference += Math.abs(value - (seen[at] ?? 0));
        });
        if (difference / wanted.length < 2) return Date.now();
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      throw new Error('the right picture did not come');
    },
    { wanted: [...wanted], limitMs },
  );
}

/** Milliseconds from requesting the page until it shows this picture. */
async function timeFreshPage(page: Page, url: string, wanted: readonly number[]): Promise<number> {
  await page.goto('about:blank');
  const startedAtMs = Date.now();
  await page.goto(url, { waitUntil: 'commit' });
  return (await untilShown(page, wanted)) - startedAtMs;
}
