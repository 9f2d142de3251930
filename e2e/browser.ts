import { type Browser, type BrowserContext, chromium, type Locator } from 'playwright-core';
import { findChromium, findTestBrowser } from '../tools/test-run/system-programs.ts';
import { shareBrowser } from './shared-browser.ts';
import { watchBrowser } from './tell-failure.ts';

const openShared = shareBrowser(() => launchBrowser(findTestBrowser(), [], []));

/**
 * The system's Chromium, which decodes H.264, without background requests. `without`: default flags to leave out. Without
 * options it is the browser that all files of a lane share.
 */
export async function openBrowser(
  moreFlags: readonly string[] = [],
  without: readonly string[] = [],
): Promise<Browser> {
  if (moreFlags.length === 0 && without.length === 0) return await openShared();
  return await launchBrowser(findTestBrowser(), moreFlags, without);
}

/**
 * With its window (decision 045): the focus also goes through its toolbar, and bfcache keeps pages that were left. It is the
 * caller's own: close() ends it. A program that only closes the shared browser never exits, because that browser stays.
 */
export async function openWholeBrowser(
  moreFlags: readonly string[] = [],
  without: readonly string[] = [],
): Promise<Browser> {
  return await launchBrowser(findChromium(), moreFlags, without);
}

/** The same with a profile on disk. Without one, the browser keeps a page's storage in memory. */
export async function openPersistentBrowser(
  profile: string,
  moreFlags: readonly string[],
): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(profile, {
    executablePath: certain(findChromium()),
    args: [...flags, ...moreFlags],
    viewport: { width: 1440, height: 900 },
  });
}

/** As tools/test-run/patience.ts: a wait ends as soon as its condition holds, so a busy machine gets all the time that it needs. */
const patienceMs = 60_000;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function launchBrowser(
  path: string | undefined,
  moreFlags: readonly string[],
  without: readonly string[],
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: certain(path),
    ignoreDefaultArgs: [...without],
    args: [...flags, ...moreFlags],
  });
  watchBrowser(browser);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    // Endless motion costs the browser a frame each time. A test of motion asks for it.
    const context = await newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(patienceMs);
    return context;
  };
  return browser;
}

function certain(path: string | undefined): string {
  if (path === undefined)
    throw new Error('there is no Chromium: run npm test, which installs one or says how');
  return path;
}

/** A hash of the pixels and the number of colours: one colour means that nothing has been drawn. */
export async function lookAt(canvas: Locator): Promise<{ picture: string; colours: number }> {
  return await canvas.evaluate(async (element) => {
    const source = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(90, 160);
    const context = copy.getContext('2d');
    if (context === null) return { picture: '', colours: 0 };
    context.drawImage(source, 0, 0, 90, 160);
    const { data } = context.getImageData(0, 0, 90, 160);
    const colours = new Set<number>();
    for (let at = 0; at < data.length; at += 4) {
      colours.add(
        (((data[at] ?? 0) >> 4) << 8) | (((data[at + 1] ?? 0) >> 4) << 4) | ((data[at + 2] ?? 0) >> 4),
      );
    }
    const digest = await crypto.subtle.digest('SHA-256', data);
    const picture = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return { picture, colours: colours.size };
  });
}
