import type { Page } from 'playwright-core';
import { percentile } from '../percentile.ts';
import type { Row } from '../row.ts';
import { getRunningProduct } from '../running-product.ts';
import { timeUntilDrawn } from '../watch-canvas.ts';

const rounds = 8;

/**
 * From asking for a phone's frame until its first picture is drawn. Cold: no capture runs on the phone.
 * Warm: another viewer watches it already.
 */
export const firstFrameRow: Row = {
  name: 'first-frame',
  aim: 'cold p95 300 ms, warm p95 60 ms',
  async measure() {
    const { page, site, phoneIds } = await getRunningProduct();
    const context = page.context();
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const id = phoneIds[round % phoneIds.length] ?? '';
      const first = await context.newPage();
      cold.push(await openAndWait(first, `${site}/frame/${id}`));
      const second = await context.newPage();
      warm.push(await openAndWait(second, `${site}/frame/${id}`));
      await second.close();
      await first.close();
    }
    const blank = await context.newPage();
    const load = await timeLoad(blank, `${site}/frame/${phoneIds[0]}`);
    await blank.close();
    return {
      figures: [
        { what: 'cold, median', value: percentile(cold, 0.5), unit: 'ms' },
        { what: 'cold, p95', value: percentile(cold, 0.95), unit: 'ms' },
        { what: 'warm, median', value: percentile(warm, 0.5), unit: 'ms' },
        { what: 'warm, p95', value: percentile(warm, 0.95), unit: 'ms' },
      ],
      baseline: [{ what: 'loading the same page, without a stream', value: load, unit: 'ms' }],
      note: 'The capture of an earlier round may still run when a phone comes round again (10 s).',
    };
  },
};

async function openAndWait(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return await timeUntilDrawn(page);
}

async function timeLoad(page: Page, url: string): Promise<number> {
  const startedMs = performance.now();
  await page.goto(url, { waitUntil: 'load' });
  return performance.now() - startedMs;
}
