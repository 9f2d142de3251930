// Windows of a headed Chromium and of native scrcpy on an X screen, each with a phone's picture at a known place.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../tools/test-run/system-programs.ts';
import type { XScreen } from './x-screen.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const nativeWithinMs = 30_000;
const nativeLookMs = 250;
const originSteps = 60;
const originStepMs = 200;

/** A Chromium with its window, as people use it. Its pages have the size of their windows. */
export async function openHeadedBrowser(display: number): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('there is no Chromium: install Debian\'s package "chromium"');
  return await chromium.launch({
    executablePath,
    headless: false,
    env: { ...process.env, DISPLAY: `:${display}` },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
}

/** Puts the page's window to this place of the screen. */
export async function placeWindow(page: Page, { x, y, width, height }: Box): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { windowId } = await devtools.send('Browser.getWindowForTarget');
  await devtools.send('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y, width, height } });
  await devtools.detach();
}

/** Finds the picture in the page's canvas, in pixels of the screen. */
export async function findPicture(page: Page, window: Box, screen: XScreen): Promise<Box> {
  const origin = await findOrigin(page, window, screen);
  const box = await page.evaluate(() => {
    const canvas = [...document.querySelectorAll('canvas')].at(-1);
    if (canvas === undefined) throw new Error('there is no canvas');
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const scale = Math.min(width / canvas.width, height / canvas.height);
    const shown = { width: canvas.width * scale, height: canvas.height * scale };
    return { x: left + (width - shown.width) / 2, y: top + (height - shown.height) / 2, ...shown };
  });
  return { ...box, x: origin.x + box.x, y: origin.y + box.y };
}

/** Finds the page's origin on the screen, as a pointer shows it. */
async function findOrigin(page: Page, window: Box, screen: XScreen): Promise<{ x: number; y: number }> {
  await page.evaluate(() => {
    addEventListener('pointermove', ({ clientX, clientY }) => {
      document.documentElement.dataset['pointer'] = `${clientX} ${clientY}`;
    });
  });
  // The window may still be on its way to its place, so the pointer is moved until two moves agree.
  let before = '';
  for (let step = 0; step < originSteps; step += 1) {
    const at = { x: window.x + 100 + step, y: window.y + window.height - 100 };
    await screen.move(at.x, at.y);
    await wait(originStepMs);
    const seen = await page.evaluate(() => document.documentElement.dataset['pointer'] ?? '');
    if (seen === '') continue;
    const [x = 0, y = 0] = seen.split(' ').map(Number);
    const origin = { x: at.x - x, y: at.y - y };
    if (before === JSON.stringify(origin)) return origin;
    before = JSON.stringify(origin);
  }
  throw new Error('the browser’s window does not see the pointer');
}

type NativeWindow = { stop(): Promise<void> };

/** Native scrcpy without a border at this place; resolves when its window shows a picture. */
export async function openNative(
  options: { program: string; server: string; adbPort: number; target: string; box: Box },
  screen: XScreen,
  isShown: () => Promise<boolean>,
): Promise<NativeWindow> {
  const { program, server, adbPort, target, box } = options;
  const child = spawn(
    program,
    [
      `--serial=${target}`,
      '--no-audio',
      '--max-size=1600',
      '--window-borderless',
      `--window-x=${Math.round(box.x)}`,
      `--window-y=${Math.round(box.y)}`,
      `--window-width=${Math.round(box.width)}`,
      `--window-height=${Math.round(box.height)}`,
    ],
    {
      env: {
        ...process.env,
        DISPLAY: `:${screen.display}`,
        SCRCPY_SERVER_PATH: server,
        ANDROID_ADB_SERVER_PORT: String(adbPort),
        SDL_VIDEODRIVER: 'x11',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  for (const deadlineMs = performance.now() + nativeWithinMs; !(await isShown()); await wait(nativeLookMs)) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      await stopChild(child);
      throw new Error(`native scrcpy shows no window: ${said}`);
    }
  }
  return { stop: () => stopChild(child) };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
