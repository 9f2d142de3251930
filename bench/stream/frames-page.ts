// A page of the site's origin that embeds stream frames, as the mosaic does, and records their messages.
import type { Page } from 'playwright-core';

const liveWithinMs = 300_000;
const lookEveryMs = 250;

type Size = { readonly width: number; readonly height: number };

/** Fills the page with a frame for each address, side by side, and waits until all are live. */
export async function showFrames(
  page: Page,
  site: string,
  urls: readonly string[],
  size: Size,
): Promise<void> {
  await page.goto(`${site}/terms`);
  await page.evaluate(
    ({ urls, width, height }) => {
      document.body.replaceChildren(
        ...urls.map((src) => {
          const frame = document.createElement('iframe');
          Object.assign(frame, { src });
          Object.assign(frame.style, {
            width: `${width}px`,
            height: `${height}px`,
            border: '0',
            float: 'left',
          });
          return frame;
        }),
      );
    },
    { urls: [...urls], ...size },
  );
  const deadlineMs = performance.now() + liveWithinMs;
  for (;;) {
    const states = await statesOf(page);
    if (states.every((state) => state === 'live')) return;
    if (performance.now() > deadlineMs) throw new Error(`not all frames got live: ${states.join(' ')}`);
    await page.waitForTimeout(lookEveryMs);
  }
}

/** The player's state in each frame; `none` while its page is not loaded. */
function statesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map(
      (frame) => frame.contentDocument?.body?.dataset['state'] ?? 'none',
    ),
  );
}

export type Heard = {
  /** Frames a second of each frame, one list a frame. */
  readonly framesPerSecond: readonly (readonly number[])[];
  /** The delay from relay to screen, which each frame reports about once a second. */
  readonly delaysMs: readonly number[];
};

/** The reports of the page's frames in this time. */
export function listenToFrames(page: Page, forMs: number): Promise<Heard> {
  return page.evaluate(async (ms) => {
    const frames = [...document.querySelectorAll('iframe')];
    const heard = { framesPerSecond: frames.map((): number[] => []), delaysMs: [] as number[] };
    const onMessage = ({
      data,
      source,
    }: MessageEvent<{ frames_per_second?: number; delay_ms?: number | null }>) => {
      const at = frames.findIndex((frame) => frame.contentWindow === source);
      if (at < 0 || typeof data.frames_per_second !== 'number') return;
      heard.framesPerSecond[at]?.push(data.frames_per_second);
      if (typeof data.delay_ms === 'number') heard.delaysMs.push(data.delay_ms);
    };
    window.addEventListener('message', onMessage);
    await new Promise((resolve) => setTimeout(resolve, ms));
    window.removeEventListener('message', onMessage);
    return heard;
  }, forMs);
}
