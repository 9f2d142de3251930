// A page of ours, built as it is shipped, in a real browser: what each browser test of the player starts with.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { openBrowser } from '../../../e2e/browser.ts';

export type BuiltPage = { browser: Browser; dist: string; close: () => Promise<void> };

/** By the entry's path: the files of a worker share what is built once. */
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
