// The page of building blocks, as `npm run dev` serves it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';

const web = resolve(import.meta.dirname, '../apps/web');
let cacheDir: string;
let server: ViteDevServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  cacheDir = mkdtempSync(join(tmpdir(), 'pocketfleet-gallery-'));
  server = await createServer({
    configFile: join(web, 'vite.config.ts'),
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, strictPort: false, hmr: false, watch: null },
  });
  await server.listen();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(cacheDir, { recursive: true, force: true });
});
afterEach(() => page?.context().close());

async function open(theme: 'light' | 'dark', width = 1440): Promise<void> {
  page = await (
    await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  ).newPage();
  const address = server.resolvedUrls?.local[0] ?? '';
  await page.goto(`${address}ui?theme=${theme}`);
  await page.getByRole('heading', { name: 'Building blocks', level: 1 }).waitFor({ timeout: 60_000 });
}

it('shows every building block that the package offers', async () => {
  await open('light');
  const entry = readFileSync(resolve(web, '../../packages/ui/src/index.ts'), 'utf8');
  const values = entry.replace(/^\/\/.*|export type .*|\btype \w+/gm, '');
  const offered = [...values.matchAll(/\b([A-Z]\w+|toast|buttonClass|cardClass)\b(?=[,\s}])/g)]
    .map(([, name]) => name)
    // The providers show nothing themselves.
    .filter((name) => !/^(?:IconDefaults|ThemeProvider)$/.test(name ?? ''));
  const folder = resolve(web, '../../packages/ui/gallery');
  const files = ['foundations', 'controls', 'fields', 'messages', 'data', 'phones', 'overlays', 'gallery'];
  const shown = files.map((name) => readFileSync(join(folder, `${name}.tsx`), 'utf8')).join('\n');
  expect(offered.length).toBeGreaterThan(20);
  expect(offered.filter((name) => !new RegExp(`<${name}\\b|\\b${name}[.(}]`).test(shown))).toEqual([]);
  expect(await page.locator('[data-specimen]').count()).toBeGreaterThan(25);
});

it.each(['light', 'dark'] as const)('axe finds nothing, %s', async (theme) => {
  await open(theme);
  expect(await findAxeViolations(page)).toEqual([]);
});

it.each([
  ['Open dialog', 'Help'],
  ['Open long dialog', 'Terms and Conditions'],
])('axe finds nothing with "%s", and Escape gives the focus back', async (opener, name) => {
  await open('dark');
  await page.getByRole('button', { name: opener }).click();
  await page.getByRole('dialog', { name }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
  await vi.waitFor(async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(opener),
  );
});

it('stays within 320 px', async () => {
  await open('light', 320);
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll('[data-specimen]')]
      .filter((each) => each.scrollWidth > each.clientWidth)
      .map((each) => each.getAttribute('data-specimen')),
  );
  expect(tooWide).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
