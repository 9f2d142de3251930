// Builds a page as it is shipped and opens it in a real browser, for the browser tests of the player.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { build } from 'vite';
import { openBrowser } from '../../../e2e/browser.ts';
import type { Colour } from './test-relay.ts';

export const red: Colour = [220, 30, 30];
export const green: Colour = [30, 180, 40];
export const blue: Colour = [20, 40, 220];

export type BuiltPage = { browser: Browser; dist: string; close: () => Promise<void> };

/** The built pages by the entry's path, which the test files of a worker share. */
const built = new Map<string, Promise<string>>();

/** Builds `entry` (a file of `root`) and opens the system's Chromium. */
export async function openBuiltPage(root: string, entry: string): Promise<BuiltPage> {
  const input = join(root, entry);
  const dist = built.get(input) ?? buildPage(root, input);
  built.set(input, dist);
  const browser = await openBrowser();
  return { browser, dist: await dist, close: () => browser.close() };
}

async function buildPage(root: string, input: string): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'pocketfleet-page-'));
  process.once('exit', () => rmSync(dist, { recursive: true, force: true }));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true, assetsInlineLimit: 0, rollupOptions: { input } },
  });
  return dist;
}

/** Waits until the stream frame or player page shows this state. */
export const waitForState = (where: Page | Frame, state: string) =>
  where.waitForFunction((name) => document.body.dataset['state'] === name, state, { timeout: 60_000 });

/** True when a colour is the wanted one, with a tolerance for the codec. */
export const isNear = (seen: readonly number[] | undefined, wanted: Colour) =>
  wanted.every((value, i) => Math.abs(value - (seen?.[i] ?? -100)) < 24);

/** Random numbers from 0 to 1 that repeat with the same seed, so that a failure can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 2 ** 31;
  };
}
