// Every public page works with the keyboard, in search engines, and as a shared link.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';
import { newDemoPage, openAsDemo } from './open-as-demo.ts';

const patience = { timeout: 60_000, interval: 50 };
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

describe('with the keyboard alone', () => {
  it('the first stop leads to the content, and every stop is visible', async () => {
    await visit('/');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await vi.waitFor(
      async () => expect(await page.evaluate(() => document.activeElement?.id)).toBe('content'),
      patience,
    );
    const unseen: string[] = [];
    const stops: string[] = [];
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement) || element === document.body) return null;
        const ring = element.closest('.pf-input, label') ?? element;
        const styles = [element, ring].map((each) => getComputedStyle(each));
        const isRinged = styles.some(
          ({ outlineStyle, outlineWidth, boxShadow }) =>
            (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
        );
        return { name: element.ariaLabel ?? element.textContent?.slice(0, 40) ?? '', isRinged };
      });
      if (seen === null) break;
      stops.push(seen.name);
      if (!seen.isRinged) unseen.push(seen.name);
    }
    expect(stops.length).toBeGreaterThan(20);
    expect(unseen).toEqual([]);
  });

  it('a question opens, and a dialog returns the focus', async () => {
    await visit('/');
    await page.locator('summary', { hasText: 'How can I pay?' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/bank transfer or cryptocurrency/).waitFor();
    await page.getByRole('button', { name: 'All contacts' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Contact information' }).waitFor();
    await page.keyboard.press('Escape');
    await vi.waitFor(
      async () => expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('All contacts'),
      patience,
    );
  });
});

describe('search and sharing', () => {
  it('search engines find the public pages', async () => {
    const robots = await (await fetch(`${inject('site')}/robots.txt`)).text();
    const address = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '';
    const siteMap = await (await fetch(address)).text();
    for (const path of pages.slice(0, 5)) expect(siteMap).toContain(`${inject('site')}${path}</loc>`);
  });

  it('an unknown address gets a 404 with a page of its own', async () => {
    const answer = await fetch(`${inject('site')}/no/such/page`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<title>Page not found · Pocketfleet</title>');
  });

  it.each(['/', '/terms', '/login', '/devices', '/settings', '/rent'])('%s answers 200', async (path) => {
    expect((await fetch(inject('site') + path)).status).toBe(200);
  });

  it.each(pages.slice(0, 5))('%s has a title, a description and a preview of its own', async (path) => {
    const html = await (await fetch(inject('site') + path)).text();
    const title = /<title>(.+?)<\/title>/.exec(html)?.[1] ?? '';
    expect(html).toContain(`<meta property="og:title" content="${title}" />`);
    expect(/<meta name="description" content="(.{40,})"/.exec(html)).not.toBeNull();
    expect(html).toContain(`<meta property="og:url" content="${new URL(path, inject('site')).href}" />`);
    const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(image).toBe(`${inject('site')}/social-preview.png`);
    expect((await fetch(image)).headers.get('content-type')).toBe('image/png');
    await visit(path);
    expect(await page.title()).toBe(title);
  });

  it('the preview, the icons and the manifest have the sizes that they declare', async () => {
    const pngSize = async (path: string) => {
      const answer = await fetch(inject('site') + path);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const bytes = new DataView(await answer.arrayBuffer());
      return `${bytes.getUint32(16)}x${bytes.getUint32(20)}`;
    };
    expect(await pngSize('/social-preview.png')).toBe('1200x630');
    expect(await pngSize('/apple-touch-icon.png')).toBe('180x180');
    const manifest = (await (await fetch(`${inject('site')}/site.webmanifest`)).json()) as {
      name: string;
      start_url: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect([manifest.name, manifest.start_url]).toEqual(['Pocketfleet', '/devices']);
    for (const { src, sizes, type } of manifest.icons) {
      if (type === 'image/png') expect(await pngSize(src)).toBe(sizes);
    }
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    const ico = new DataView(await (await fetch(`${inject('site')}/favicon.ico`)).arrayBuffer());
    expect([ico.getUint16(2, true), ico.getUint8(6)]).toEqual([1, 32]);
    expect(await (await fetch(`${inject('site')}/icon.svg`)).text()).toContain('<svg');
  });
});

describe('a customer without phones', () => {
  it('is led from the empty list to the team, which responds within 24 hours', async () => {
    page = await newDemoPage(browser, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
    await page.route('**/api/phones', (route) => route.fulfill({ json: [] }));
    await page.goto(`${inject('site')}/devices`);
    await page.getByText("You don't have any devices assigned to your account yet.").waitFor();
    await page.getByRole('button', { name: 'Ask the team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact Us for Device Assignment' });
    await dialog.getByText('typically responds within 24 hours').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'YouTube' }).click();
    await (await opened).close();
    await dialog.waitFor({ state: 'detached' });
  });

  it('finds five contacts in Help, each with a copy button, below a guide, answers and a test of the line', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    page = await openAsDemo(browser, '/devices', { viewport: { width: 1280, height: 900 }, permissions });
    await page.getByRole('button', { name: 'Help' }).first().click();
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.getByText('Stop typing').waitFor();
    for (const label of ['Email', 'Discord link', 'Telegram', 'X', 'YouTube channel']) {
      await help.getByRole('button', { name: `Copy ${label}`, exact: true }).click();
      await page.getByText(`${label} copied to clipboard!`).first().waitFor();
    }
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('@pocketfleet');
    const parts = await help.getByRole('heading', { level: 3 }).allInnerTexts();
    expect(parts).toEqual(['First steps', 'Questions', 'Mouse and keyboard', 'Line test', 'Talk to us']);
    await help.getByRole('button', { name: 'Test my line' }).click();
    await help.getByText('opens', { exact: true }).waitFor();
    await help.getByText(/^[\d.]+ Mbit\/s$/).waitFor();
    await help.getByRole('button', { name: 'Test again' }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await help.waitFor();
  });

  it('sees an error when the clipboard refuses', async () => {
    await visit('/');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    });
    await page.getByRole('button', { name: 'All contacts' }).click();
    await page.getByRole('button', { name: 'Copy Telegram' }).click();
    await page.getByText('Failed to copy to clipboard.').waitFor();
  });
});
