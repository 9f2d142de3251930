import { startDebianAdb } from '../../e2e/debian-adb.ts';
import { readVirtualPhones } from '../../e2e/virtual-phones.ts';
import { percentile } from '../percentile.ts';
import type { Row } from '../row.ts';
import { getRunningProduct } from '../running-product.ts';
import { timeTouch, timeUntilDrawn } from '../watch-canvas.ts';

const touches = 30;

/** Pointer event in the page until the changed pixel is drawn, with a painting app that answers at once. */
export const touchToPhotonRow: Row = {
  name: 'touch-to-photon',
  aim: 'within 1.1 times native scrcpy; the relay at most 1 ms of it',
  async measure() {
    const { page, site, phoneIds, dataDir } = await getRunningProduct();
    const adb = await startDebianAdb();
    if (adb === undefined)
      throw new Error('adb is needed to open the painting app: install Debian\'s package "adb"');
    try {
      for (const { adb: address } of readVirtualPhones(dataDir)) {
        const target = `${address.host}:${address.port}`;
        await adb('connect', target);
        await adb('-s', target, 'shell', 'am', 'start', '-n', 'com.android.paint/.PaintActivity');
      }
    } finally {
      await adb.stop();
    }
    const frame = await page.context().newPage();
    await frame.setViewportSize({ width: 322, height: 715 });
    await frame.goto(`${site}/frame/${phoneIds[0]}`);
    await timeUntilDrawn(frame);
    const samples: number[] = [];
    for (let touch = 0; touch < touches; touch += 1) {
      // A fresh place each time, so that each touch changes pixels.
      const place = { x: 0.15 + 0.7 * ((touch % 6) / 5), y: 0.3 + 0.45 * (Math.floor(touch / 6) / 5) };
      samples.push(await timeTouch(frame, place));
    }
    const refresh = await measureRefresh(frame);
    await frame.close();
    return {
      figures: [
        { what: 'median', value: percentile(samples, 0.5), unit: 'ms' },
        { what: 'p95', value: percentile(samples, 0.95), unit: 'ms' },
      ],
      baseline: [{ what: "one refresh of the browser's own screen", value: refresh, unit: 'ms' }],
    };
  },
};

function measureRefresh(page: import('playwright-core').Page): Promise<number> {
  return page.evaluate(async () => {
    const startedMs = performance.now();
    for (let count = 0; count < 30; count += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return (performance.now() - startedMs) / 30;
  });
}
