import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openWholeBrowser } from '../../e2e/browser.ts';
import { connectByAdb } from '../../e2e/phone-by-adb.ts';
import { listPhonesOfDemo, signIn } from '../../e2e/sign-in.ts';
import { readVirtualPhones } from '../../e2e/virtual-phones.ts';
import { percentile, slowestFigure } from '../percentile.ts';
import { listTree, measureTree } from '../process-tree.ts';
import type { Row } from '../row.ts';
import { getRunningProduct } from '../running-product.ts';
import { decodeOnly } from '../stream/decode-only.ts';
import { type Heard, listenToFrames, showFrames } from '../stream/frames-page.ts';

const tiles = 50;
/** The spec's frame at the slider's 40%. */
const tile = { width: 129, height: 286 };
const seconds = 15;
const settleMs = 8_000;
const wantedFramesPerSecond = 15;
/** From the opening of the page: its frames are loaded, and the page may have to find its pace (decision 209). */
const paceWithinMs = 60_000;
/** Each tile reports once a second. */
const paceLookMs = 2_000;

/** Fifty visible tiles of phones that play a video, compared with decoding alone and with an empty page. */
export const mosaicRow: Row = {
  name: 'mosaic',
  aim: '50 tiles at 15 frames a second on 2 cores within 5 s of opening, delay p95 under 150 ms, hidden tiles cost nothing',
  async measure() {
    const { site, dataDir } = await getRunningProduct();
    const listed = readVirtualPhones(dataDir);
    const phones = (await listPhonesOfDemo(site)).map(({ id, tag }) => ({
      id,
      byAdb: listed.find((each) => each.tag === tag),
    }));
    const ids = Array.from({ length: tiles }, (_, index) => phones[index % phones.length]?.id ?? '');
    const links = await Promise.all(phones.map(({ byAdb }) => (byAdb ? connectByAdb(byAdb) : undefined)));
    // The product has a browser of its own, so this row's browser is the first new process.
    const others = new Set(listTree(process.pid));
    const browser = await openWholeBrowser();
    const root = Math.min(...listTree(process.pid).filter((pid) => !others.has(pid)));
    try {
      for (const link of links) await link?.shell('am start -n com.android.video/.PlayerActivity');
      const page = await (await browser.newContext({ viewport: { width: 1_720, height: 1_160 } })).newPage();
      await signIn(page, site);
      const urls = ids.map((id) => `${site}/frame/${id}?quality=tile`);
      const openedMs = performance.now();
      await showFrames(page, site, urls, tile);
      const paceMs = await waitForPace(page, openedMs);
      const [heard, cpu] = await withCpu(root, () => listenToFrames(page, seconds * 1_000));
      const rates = ratesOf(heard);
      await hideFrames(page);
      await wait(settleMs);
      const [, hiddenCpu] = await withCpu(root, () => wait(seconds * 1_000));
      await page.evaluate(() => document.body.replaceChildren());
      await wait(settleMs);
      const [, emptyCpu] = await withCpu(root, () => wait(seconds * 1_000));
      const [decoded, decodeCpu] = await withCpu(root, () => decodeOnly(page, site, ids, seconds * 1_000));
      return {
        figures: [
          { what: 'frames a second, median tile', value: percentile(rates, 0.5), unit: 'count' },
          { what: 'frames a second, slowest tile', value: Math.min(...rates), unit: 'count' },
          {
            what: 'tiles that kept 14 of 15',
            value: rates.filter((rate) => rate >= wantedFramesPerSecond - 1).length,
            unit: 'count',
          },
          { what: 'from opening to that pace, at most', value: paceMs / 1_000, unit: 's' },
          slowestFigure('delay from relay to screen', heard.delaysMs),
          { what: 'CPU of the browser, of one core', value: cpu * 100, unit: '%' },
          { what: 'CPU while all are hidden, of one core', value: hiddenCpu * 100, unit: '%' },
        ],
        baseline: [
          { what: 'an empty page, CPU of the browser', value: emptyCpu * 100, unit: '%' },
          { what: 'decoding alone, frames a second, each', value: decoded, unit: 'count' },
          { what: 'decoding alone, CPU of the browser', value: decodeCpu * 100, unit: '%' },
        ],
        note: `${tiles} frames of ${phones.length} phones, which share the cores with browser, relay and agent.`,
      };
    } finally {
      await browser.close();
      for (const link of links) {
        await link?.shell('input keyevent KEYCODE_HOME');
        await link?.stop();
      }
    }
  },
};

const ratesOf = (heard: Heard): number[] =>
  heard.framesPerSecond.map((each) => percentile(each.length > 0 ? each : [0], 0.5));

/** Waits until the median tile has the wanted rate, or the time is over; returns the time since the page was opened. */
async function waitForPace(page: Page, openedMs: number): Promise<number> {
  for (;;) {
    const heard = await listenToFrames(page, paceLookMs);
    const tookMs = performance.now() - openedMs;
    const isThere = percentile(ratesOf(heard), 0.5) >= wantedFramesPerSecond - 1;
    if (isThere || tookMs >= paceWithinMs) return tookMs;
  }
}

/** The cores that this process and its descendants used meanwhile. */
async function withCpu<Result>(root: number, work: () => Promise<Result>): Promise<[Result, number]> {
  const before = measureTree(root);
  const startedMs = performance.now();
  const result = await work();
  const elapsedS = (performance.now() - startedMs) / 1_000;
  return [result, (measureTree(root).cpuSeconds - before.cpuSeconds) / elapsedS];
}

/** As when the customer scrolls the tiles out of view. */
async function hideFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.style.marginTop = '5000px';
  });
}
