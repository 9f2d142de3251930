import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { connectByAdb } from '../../e2e/phone-by-adb.ts';
import { listPhonesOfDemo, signIn } from '../../e2e/sign-in.ts';
import { freeUdpPort } from '../../e2e/udp-line.ts';
import { readVirtualPhones } from '../../e2e/virtual-phones.ts';
import { type LossyNetwork, type LossyShape, openLossyNetwork } from '../lossy/lossy-network.ts';
import { percentile } from '../percentile.ts';
import type { Figure, Row } from '../row.ts';
import { startOn } from '../running-product.ts';
import { showFrames } from '../stream/frames-page.ts';

const settleMs = 8_000;
const patienceMs = 60_000;
/** 1.5 Mbit/s, a round trip of 120 ms. */
const slow: Omit<LossyShape, 'loss'> = { bytes_per_second: 1_500_000 / 8, delay_ms: 60, reorder: 0.005 };
const losses = [0, 0.01, 0.02, 0.05];
const ways = ['RTP', 'websocket'] as const;
type Way = (typeof ways)[number];

type Seen = { frames: number; longestFreezeMs: number; delayP95Ms: number; byRtp: number };

/** A phone that plays a video, watched over a line that loses packets, by each transport in turn on the same line. */
export const slowLinkRow: Row = {
  name: 'slow-link',
  aim: 'at 2 % loss 15 frames a second, no freeze over 400 ms, delay p95 under 300 ms',
  async measure({ seconds = 20 }) {
    const network = await openLossyNetwork();
    const place = mkdtempSync(join(tmpdir(), 'pocketfleet-slow-link-'));
    const run = await startOn(join(place, 'data'), {
      HOST: '0.0.0.0',
      RTP_PORT: String(await freeUdpPort('0.0.0.0')),
      RTP_ADDRESS: network.address,
    });
    try {
      const site = await run.ready;
      const found: Record<Way, Figure[]> = { RTP: [], websocket: [] };
      const notes: string[] = [];
      for (const way of ways) {
        await watchBy(way, { network, site, dataDir: join(place, 'data') }, async (page) => {
          found[way].push(...figuresOf(`${way}, no limits`, await watch(page, seconds), seconds));
          for (const loss of losses) {
            await network.shape({ ...slow, loss });
            await wait(settleMs);
            const seen = await watch(page, seconds);
            found[way].push(...figuresOf(`${way}, ${loss * 100} % loss`, seen, seconds));
            const { packets, lost, full } = await network.shape(undefined);
            notes.push(
              `${way} ${loss * 100} %: ${packets} packets passed, ${lost} lost, ${full} dropped by a full line, ${Math.round(seen.byRtp * 100)} % of the time by RTP`,
            );
            await wait(settleMs);
          }
        });
      }
      return { figures: found.RTP, baseline: found.websocket, note: `${notes.join('; ')}.` };
    } finally {
      await run.stop();
      await network.stop();
      rmSync(place, { recursive: true, force: true });
    }
  },
};

type Setting = { readonly network: LossyNetwork; readonly site: string; readonly dataDir: string };

async function watchBy(
  way: Way,
  { network, site, dataDir }: Setting,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { hostname } = new URL(site);
  const browser = await chromium.launch({
    executablePath: network.browserPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      // The site and its relay.
      `--host-resolver-rules=MAP ${hostname} ${network.address}`,
    ],
  });
  const [first] = await listPhonesOfDemo(site);
  const listed = readVirtualPhones(dataDir).find(({ tag }) => tag === first?.tag);
  if (first === undefined || listed === undefined) throw new Error('the demo customer has no phone');
  const phone = await connectByAdb(listed);
  try {
    const page = await browser.newPage({ viewport: { width: 372, height: 715 }, reducedMotion: 'reduce' });
    if (way === 'websocket')
      await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
    await signIn(page, site);
    await showFrames(page, site, [`${site}/frame/${first.id}`], { width: 322, height: 715 });
    await phone.shell('am start -n com.android.video/.PlayerActivity');
    if (way === 'RTP') await untilRtp(page);
    await wait(settleMs);
    await work(page);
  } finally {
    await phone.shell('input keyevent KEYCODE_HOME');
    await phone.stop();
    await browser.close();
  }
}

async function untilRtp(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.locator('video[style*="z-index"]').waitFor({ timeout: patienceMs });
}

function figuresOf(what: string, seen: Seen, seconds: number): Figure[] {
  return [
    { what: `${what}, frames a second`, value: seen.frames / seconds, unit: 'count' },
    { what: `${what}, longest freeze`, value: seen.longestFreezeMs, unit: 'ms' },
    { what: `${what}, delay from relay to page, p95`, value: seen.delayP95Ms, unit: 'ms' },
  ];
}

/** Checks in each frame of the page whether the picture has changed, and reads the player's delay. */
async function watch(page: Page, seconds: number): Promise<Seen> {
  const { changes, delays, checks, byRtp } = await page.evaluate(async (forMs) => {
    const probe = new OffscreenCanvas(36, 64).getContext('2d', { willReadFrequently: true });
    const found = { changes: [performance.now()], delays: [] as number[], checks: 0, byRtp: 0 };
    const onMessage = ({ data }: MessageEvent<{ delay_ms?: number | null }>) => {
      if (typeof data.delay_ms === 'number') found.delays.push(data.delay_ms);
    };
    window.addEventListener('message', onMessage);
    let before = '';
    const endMs = performance.now() + forMs;
    while (performance.now() < endMs) {
      const shown = document.querySelector('iframe')?.contentDocument;
      const video = shown?.querySelector<HTMLVideoElement>('video[style*="z-index"]');
      const picture = video ?? shown?.querySelector('canvas');
      if (picture) probe?.drawImage(picture, 0, 0, 36, 64);
      found.checks += 1;
      if (video) found.byRtp += 1;
      const now = probe?.getImageData(0, 0, 36, 64).data.join() ?? '';
      if (now !== before) found.changes.push(performance.now());
      before = now;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    found.changes.push(performance.now());
    window.removeEventListener('message', onMessage);
    return found;
  }, seconds * 1_000);
  const gaps = changes.slice(1).map((at, index) => at - (changes[index] ?? at));
  return {
    frames: changes.length - 2,
    longestFreezeMs: Math.max(...gaps),
    delayP95Ms: percentile(delays, 0.95),
    byRtp: byRtp / Math.max(1, checks),
  };
}
