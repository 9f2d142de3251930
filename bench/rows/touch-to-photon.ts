import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PHONE_MODELS } from '@pocketfleet/virtual-phone';
import type { Page } from 'playwright-core';
import { startDebianAdb } from '../../e2e/debian-adb.ts';
import { listPhonesOfDemo } from '../../e2e/sign-in.ts';
import { type ListedPhone, readVirtualPhones } from '../../e2e/virtual-phones.ts';
import { ensureScrcpyServer } from '../../tools/start/scrcpy-server.ts';
import { findScrcpy } from '../../tools/test-run/system-programs.ts';
import { startDirectStream } from '../direct/direct-stream.ts';
import { percentile, slowestFigure } from '../percentile.ts';
import type { Figure, Row } from '../row.ts';
import { getRunningProduct } from '../running-product.ts';
import { timeTouch, timeUntilDrawn } from '../watch-canvas.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const columns = 10;
const touches = 120;
/** Touches before the measured ones, to warm up pages and phones. */
const warmUpTouches = 5;

/**
 * Pointer event in the page until the changed pixel is drawn, with a painting app that draws at once. For
 * comparison, in turn with it, the same page is fed by the agent's code over one local websocket: the difference is the
 * relay, the control plane and the agent's channel. The two watch two phones with the same screen, because two captures
 * of one phone would wait for each other's encoder.
 */
export const touchToPhotonRow: Row = {
  name: 'touch-to-photon',
  aim: 'within 1.1 times native scrcpy; the relay at most 1 ms of it',
  async measure() {
    const { page, site, dataDir } = await getRunningProduct();
    const [ours, direct] = await choosePhones(site, dataDir);
    await openPaintingApp([ours.listed, direct]);
    const keyDir = join(dataDir, 'bench-direct');
    const stream = await startDirectStream({
      phone: direct.adb,
      siteDist: join(repoDir, 'apps/web/dist'),
      scrcpyServer: await ensureScrcpyServer(process.env['POCKETFLEET_CACHE'] ?? join(repoDir, '.cache')),
      keyDir,
    });
    try {
      const context = page.context();
      const productPage = await openFrame(await context.newPage(), `${site}/frame/${ours.id}`);
      const directPage = await openFrame(await context.newPage(), stream.url);
      const inProduct: number[] = [];
      const inDirect: number[] = [];
      for (let touch = 0; touch < touches; touch += 1) {
        const pair = [
          { where: productPage, samples: inProduct },
          { where: directPage, samples: inDirect },
        ];
        // The second one finds a warmer machine, so they alternate.
        for (const { where, samples } of touch % 2 === 0 ? pair : pair.reverse()) {
          const tookMs = await timeTouch(where, placeOf(touch));
          if (touch >= warmUpTouches) samples.push(tookMs);
        }
      }
      const refresh = await measureRefresh(productPage);
      await productPage.close();
      await directPage.close();
      return {
        figures: [
          ...describe('', inProduct),
          // Pairs of consecutive touches, so that other load affects both.
          {
            what: 'relay and control plane, median of pairs',
            value: percentile(
              inProduct.map((tookMs, index) => tookMs - (inDirect[index] ?? tookMs)),
              0.5,
            ),
            unit: 'ms',
          },
        ],
        baseline: [
          ...describe('nothing in between', inDirect),
          { what: "one refresh of the browser's own screen", value: refresh, unit: 'ms' },
        ],
        note: nativeNote(),
      };
    } finally {
      await stream.stop();
      rmSync(keyDir, { recursive: true, force: true });
    }
  },
};

type RentedPhone = { readonly id: string; readonly listed: ListedPhone };

/** A phone of the customer, and another one with the same screen that the customer does not rent. */
async function choosePhones(site: string, dataDir: string): Promise<[RentedPhone, ListedPhone]> {
  const listed = readVirtualPhones(dataDir);
  const rented = await listPhonesOfDemo(site);
  const free = listed.filter(({ tag }) => !rented.some((phone) => phone.tag === tag));
  for (const { id, tag } of rented) {
    const ours = listed.find((phone) => phone.tag === tag);
    const direct = ours && free.find((phone) => screenOf(phone) === screenOf(ours));
    if (ours !== undefined && direct !== undefined) return [{ id, listed: ours }, direct];
  }
  const tags = rented.map(({ tag }) => tag).join(', ');
  throw new Error(`no free phone has the screen of one of the demo customer's: ${tags || 'they have none'}`);
}

function screenOf(phone: ListedPhone): string {
  const { width, height } = PHONE_MODELS.find(({ model }) => model === phone.model) ?? {};
  return `${width} x ${height}`;
}

async function openPaintingApp(phones: readonly ListedPhone[]): Promise<void> {
  const adb = await startDebianAdb();
  if (adb === undefined)
    throw new Error('adb is needed to open the painting app: install Debian\'s package "adb"');
  try {
    for (const { adb: address } of phones) {
      const target = `${address.host}:${address.port}`;
      await adb('connect', target);
      await adb('-s', target, 'shell', 'am', 'start', '-n', 'com.android.paint/.PaintActivity');
    }
  } finally {
    await adb.stop();
  }
}

async function openFrame(frame: Page, url: string): Promise<Page> {
  await frame.setViewportSize({ width: 322, height: 715 });
  await frame.goto(url);
  await timeUntilDrawn(frame);
  return frame;
}

/** A fresh place each time, so that each touch changes pixels. */
function placeOf(touch: number): { x: number; y: number } {
  const rows = touches / columns;
  return {
    x: 0.12 + 0.76 * ((touch % columns) / (columns - 1)),
    y: 0.25 + 0.5 * (Math.floor(touch / columns) / (rows - 1)),
  };
}

function describe(of: string, samples: readonly number[]): Figure[] {
  return [
    { what: of === '' ? 'median' : `${of}, median`, value: percentile(samples, 0.5), unit: 'ms' },
    slowestFigure(of, samples),
  ];
}

function nativeNote(): string {
  const program = findScrcpy();
  if (program === undefined)
    return 'Native scrcpy is not installed here (Debian 12 has no package of it): no figure beside it.';
  return `Native scrcpy is at ${program}, but this row has no way yet to see its window: no figure beside it.`;
}

function measureRefresh(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const startedMs = performance.now();
    for (let count = 0; count < 30; count += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return (performance.now() - startedMs) / 30;
  });
}
