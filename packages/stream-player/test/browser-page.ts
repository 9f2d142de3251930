// A page of ours, built as it is shipped, in a real browser: what each browser test of the player starts with.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';

export type BuiltPage = { browser: Browser; dist: string; close: () => Promise<void> };

/** Builds `entry` (a file of `root`) and starts the system's Chromium. */
export async function openBuiltPage(root: string, entry: string): Promise<BuiltPage> {
  const dist = await mkdtemp(join(tmpdir(), 'pocketfleet-page-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir: dist,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rollupOptions: { input: join(root, entry) },
    },
  });
  const browser = await launchBrowser();
  return {
    browser,
    dist,
    close: async () => {
      await browser.close();
      await rm(dist, { recursive: true, force: true });
    },
  };
}

/** The system's Chromium, once more where a test needs flags of its own. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync', ...flags],
  });
}
