import { setTimeout as wait } from 'node:timers/promises';
import { decodePacket, decodeVideoConfig, packetKinds } from '@pocketfleet/stream-protocol';
import type { Page } from 'playwright-core';
import type { Shape } from '../../e2e/line.ts';
import { percentile } from '../percentile.ts';
import type { Figure, Row } from '../row.ts';
import { showFrames } from '../stream/frames-page.ts';
import { openViewerBehindLine } from '../stream/viewer-behind-line.ts';

const seconds = 20;
const settleMs = 6_000;
const recoverWithinMs = 30_000;
/** 1.5 Mbit/s, a round trip of 120 ms, 2% loss. */
const slow: Shape = { bytesPerSecond: 1_500_000 / 8, delayMs: 60, loss: 0.02 };

type Seen = { frames: number; longestFreezeMs: number; delayP95Ms: number };

/** A phone that plays a video, watched over a slow line, and the time to full quality when the line is fast again. */
export const slowLinkRow: Row = {
  name: 'slow-link',
  aim: '15 frames a second, no freeze over 400 ms, full quality again within 5 s',
  async measure() {
    const { product, line, page, phone, frameUrl, stop } = await openViewerBehindLine();
    const sent = watchPictureSize(page);
    try {
      await showFrames(page, product.site, [frameUrl], { width: 322, height: 715 });
      await phone.shell('am start -n com.android.video/.PlayerActivity');
      await wait(settleMs);
      const unshaped = await watch(page);
      const fullSize = sent.size;
      line.shape(slow);
      await wait(settleMs);
      const shaped = await watch(page);
      const shapedSize = sent.size;
      line.shape(undefined);
      const fullMs = await untilFull(page, () => sent.size === fullSize, (0.9 * unshaped.frames) / seconds);
      return {
        figures: [...figuresOf(shaped), { what: 'full quality again after', value: fullMs, unit: 'ms' }],
        baseline: figuresOf(unshaped).map((figure) => ({ ...figure, what: `unshaped, ${figure.what}` })),
        note: `Pictures of ${fullSize} unshaped and ${shapedSize} at the end of the slow line; full again is that size at nine tenths of the unshaped rate. Shaped by a proxy: TCP in the kernel sees no loss; a lost piece comes a round trip later, and what follows waits for it.`,
      };
    } finally {
      await phone.shell('input keyevent KEYCODE_HOME');
      await stop();
    }
  },
};

function figuresOf({ frames, longestFreezeMs, delayP95Ms }: Seen): Figure[] {
  return [
    { what: 'frames a second', value: frames / seconds, unit: 'count' },
    { what: 'longest freeze', value: longestFreezeMs, unit: 'ms' },
    { what: 'delay from relay to page, p95', value: delayP95Ms, unit: 'ms' },
  ];
}

/** Checks in each frame of the page whether the picture has changed, and reads the player's delay. */
async function watch(page: Page): Promise<Seen> {
  const { changes, delays } = await page.evaluate(async (forMs) => {
    const probe = new OffscreenCanvas(36, 64).getContext('2d', { willReadFrequently: true });
    const found = { changes: [performance.now()], delays: [] as number[] };
    const onMessage = ({ data }: MessageEvent<{ delay_ms?: number | null }>) => {
      if (typeof data.delay_ms === 'number') found.delays.push(data.delay_ms);
    };
    window.addEventListener('message', onMessage);
    let before = '';
    const endMs = performance.now() + forMs;
    while (performance.now() < endMs) {
      const canvas = document.querySelector('iframe')?.contentDocument?.querySelector('canvas');
      if (canvas) probe?.drawImage(canvas, 0, 0, 36, 64);
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
  };
}

/** The size of the pictures that the relay sends to the page now. */
function watchPictureSize(page: Page): { readonly size: string } {
  const seen = { size: 'unknown' };
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string' || payload[0] !== packetKinds.video_config) return;
      const { width, height } = decodeVideoConfig(decodePacket(payload).payload);
      seen.size = `${width} x ${height}`;
    });
  });
  return seen;
}

/** Milliseconds until pictures of full size have been drawn at this rate for a second. */
async function untilFull(page: Page, isFullSize: () => boolean, framesPerSecond: number): Promise<number> {
  const startedMs = performance.now();
  while (performance.now() - startedMs < recoverWithinMs) {
    const wasFullSize = isFullSize();
    const frames = await page.evaluate(async () => {
      const probe = new OffscreenCanvas(36, 64).getContext('2d', { willReadFrequently: true });
      let [count, before] = [0, ''];
      const endMs = performance.now() + 1_000;
      while (performance.now() < endMs) {
        const canvas = document.querySelector('iframe')?.contentDocument?.querySelector('canvas');
        if (canvas) probe?.drawImage(canvas, 0, 0, 36, 64);
        const now = probe?.getImageData(0, 0, 36, 64).data.join() ?? '';
        if (now !== before) count += 1;
        before = now;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return count;
    });
    if (wasFullSize && frames >= framesPerSecond) return performance.now() - startedMs - 1_000;
  }
  throw new Error('the stream did not recover');
}
