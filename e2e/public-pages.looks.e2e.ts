// Every public page in both themes at each width, and with enlarged text.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { findFaultsInEachLook } from './look-closely.ts';

const pages = ['/', '/terms', '/privacy', '/acceptable-use', '/refunds', '/no/such/page'];
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(() => page?.context().close());

async function visit(path: string, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  page = await context.newPage();
  await page.goto(inject('site') + path);
  await page.locator('html[data-alive]').waitFor();
}

it.each(pages)('%s: axe finds nothing and nothing is cut off, at each width in both themes', async (path) => {
  // Sections far below are rendered, and change their theme, only when they come near. So each theme is loaded anew.
  for (const theme of ['light', 'dark'] as const) {
    await visit(path, { colorScheme: theme, reducedMotion: 'reduce', bypassCSP: true });
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await findFaultsInEachLook(page, [320, 1440], { only: theme })).toEqual([]);
    await page.context().close();
  }
});

describe('text at 200 %', () => {
  it.each(pages.flatMap((path) => [390, 1280].map((width) => ({ path, width }))))(
    '$path at $width px loses nothing',
    async ({ path, width }) => {
      await visit(path, { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      const lost = await page.evaluate(() => {
        const hasText = (element: Element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        const isDecoration = (element: Element) =>
          element.closest('[aria-hidden=true], pre, .pf-strip, .pf-stage');
        const texts = [...document.querySelectorAll<HTMLElement>('#root *')].filter(
          (element) => hasText(element) && !isDecoration(element) && element.checkVisibility(),
        );
        const sizes = texts.map((element) => {
          const { fontSize, lineHeight } = getComputedStyle(element);
          return [Number.parseFloat(fontSize) * 2, Number.parseFloat(lineHeight) * 2] as const;
        });
        for (const [index, element] of texts.entries()) {
          const [fontSize, lineHeight] = sizes[index] ?? [0, 0];
          element.style.fontSize = `${fontSize}px`;
          if (!Number.isNaN(lineHeight)) element.style.lineHeight = `${lineHeight}px`;
        }
        // Text is lost when it is wider than a box that hides its overflow.
        const isCut = (element: HTMLElement) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const text = range.getBoundingClientRect();
          for (let box = element.parentElement; box; box = box.parentElement) {
            if (getComputedStyle(box).overflow === 'visible' || box === document.body) continue;
            const edge = box.getBoundingClientRect();
            if (text.bottom > edge.bottom + 2 || text.right > edge.right + 2) return true;
          }
          return text.right > innerWidth + 2;
        };
        return texts.filter(isCut).map((element) => element.textContent?.slice(0, 60));
      });
      expect(lost).toEqual([]);
      const tooWide = await page.evaluate(() =>
        document.documentElement.scrollWidth <= innerWidth
          ? []
          : [...document.querySelectorAll('body *')]
              .filter((element) => element.getBoundingClientRect().right > innerWidth)
              .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(tooWide).toEqual([]);
    },
  );
});
