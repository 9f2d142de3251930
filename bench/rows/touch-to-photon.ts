import type { Browser } from 'playwright-core';
import type { Row, RowResult } from '../row.ts';
import { getRunningProduct, type RunningProduct } from '../running-product.ts';
import { timeControl } from '../touch/control-times.ts';
import { type Touch, timeTouch } from '../touch/one-touch.ts';
import { openSources, type Source, screenSize } from '../touch/sources.ts';
import { describeTouches } from '../touch/touch-figures.ts';
import { type TracedWork, traceTouch } from '../touch/traced-work.ts';
import { openHeadedBrowser } from '../touch/windows.ts';
import { startXScreen, type XScreen } from '../touch/x-screen.ts';

const columns = 9;
/** Touches of one window in a row. The first one brings its window to the front and isn't counted. */
const touchesInRow = 9;
const defaultRounds = 8;
const secondsPerRound = 28;
const tracedTouches = 8;

/**
 * A press of the pointer on an X server until the pixel under it has changed on the X server's root window, in a painting
 * app that draws at once. Beside it, row by row in turn: a page that does nothing but decode and draw the same packets, that
 * page without relay and control plane, and native scrcpy.
 */
export const touchToPhotonRow: Row = {
  name: 'touch-to-photon',
  aim: 'at most 1.05 times a bare page, towards 1.3 times native scrcpy; relay and control plane at most 1 ms',
  async measure({ seconds }) {
    const product = await getRunningProduct();
    const screen = await startXScreen(screenSize.width, screenSize.height);
    if (screen === undefined) {
      const note = 'Xvfb is not here and can’t be installed (Debian’s package "xvfb"): nothing was measured.';
      return { figures: [], baseline: [], note };
    }
    const browser = await openHeadedBrowser(screen.display);
    try {
      const rounds =
        seconds === undefined ? defaultRounds : Math.max(1, Math.round(seconds / secondsPerRound));
      return await measureAll(product, browser, screen, rounds);
    } finally {
      await browser.close();
      await screen.stop();
    }
  },
};

async function measureAll(
  product: RunningProduct,
  browser: Browser,
  screen: XScreen,
  rounds: number,
): Promise<RowResult> {
  const sources = await openSources(product, browser, screen);
  try {
    const touches = new Map(sources.all.map(({ name }) => [name, [] as Touch[]]));
    for (let round = 0; round < rounds; round += 1) {
      const first = round % sources.all.length;
      for (const source of [...sources.all.slice(first), ...sources.all.slice(0, first)]) {
        for (let at = 0; at < touchesInRow; at += 1) {
          const touch = await timeTouch(screen, source, placeOf(round * touchesInRow + at, rounds));
          if (at > 0 && touch !== undefined) touches.get(source.name)?.push(touch);
        }
      }
    }
    const product = await traceWork(browser, screen, sources.all[0]);
    const bare = await traceWork(browser, screen, sources.all[1]);
    const controlMs = await timeControl(sources, screen);
    return describeTouches({ touches, work: { product, bare }, controlMs, notes: sources.notes });
  } finally {
    await sources.stop();
  }
}

/** A fresh place each time, so that each touch changes pixels. */
function placeOf(touch: number, rounds: number): { x: number; y: number } {
  return {
    x: 0.12 + 0.76 * ((touch % columns) / (columns - 1)),
    y: 0.25 + 0.45 * (Math.floor(touch / columns) / Math.max(1, rounds - 1)),
  };
}

/** Single touches, because a trace costs time itself. */
async function traceWork(
  browser: Browser,
  screen: XScreen,
  source: Source | undefined,
): Promise<TracedWork[]> {
  const all: TracedWork[] = [];
  for (let at = 0; source !== undefined && at <= tracedTouches; at += 1) {
    const place = { x: 0.15 + (0.7 * at) / tracedTouches, y: 0.74 };
    const work = await traceTouch(
      browser,
      async () => (await timeTouch(screen, source, place))?.wholeMs ?? null,
    );
    if (at > 0 && work !== undefined) all.push(work);
  }
  return all;
}
