// The public site as a visitor and as a customer meet it, in a real browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

const patience = { timeout: 60_000, interval: 50 };
const publicPaths = ['/', '/terms', '/privacy', '/acceptable-use', '/refunds', '/no/such/page'];
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(() => page?.context().close());

async function visit(path: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await (await browser.newContext({ viewport: wide, ...options })).newPage();
  await page.goto(inject('site') + path);
  if (options.javaScriptEnabled !== false) await page.locator('html[data-alive]').waitFor();
}

const topOf = (id: string) =>
  page.evaluate((wanted) => document.getElementById(wanted)?.getBoundingClientRect().top ?? 9999, id);

describe('before any script', () => {
  it.each(publicPaths.slice(0, 5))('%s has its text, its title and a description', async (path) => {
    await visit(path, { javaScriptEnabled: false });
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.title()).toMatch(/Pocketfleet/);
    expect(await page.locator('meta[name=description]').getAttribute('content')).not.toBe('');
  });

  it('no other route shows the landing page first', async () => {
    await visit('/login', { javaScriptEnabled: false });
    expect(await page.locator('h1').count()).toBe(0);
  });
});

describe('the landing page', () => {
  it('sends requests to no other host, loads less than 120 KB of script, and does not jump', async () => {
    page = await (await browser.newContext({ viewport: narrow })).newPage();
    const hosts = new Set<string>();
    const errors: string[] = [];
    const typefaces: string[] = [];
    page.on('request', (request) => {
      hosts.add(new URL(request.url()).origin);
      if (request.resourceType() === 'font') typefaces.push(request.url());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(inject('site'));
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(async () => {
      const shifts = await new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      });
      const largest = await new Promise<string>((done) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as unknown as { element?: Element } | undefined;
          done(last?.element?.tagName ?? 'none');
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      });
      const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((entry) => entry.name.endsWith('.js'))
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0);
      return { shifts, largest, scripts };
    });
    expect([...hosts]).toEqual([inject('site')]);
    expect(errors).toEqual([]);
    expect(seen.scripts).toBeGreaterThan(10_000);
    expect(seen.scripts).toBeLessThan(120 * 1024);
    expect(seen.shifts).toBeLessThan(0.05);
    // Text and figures need nothing but the two small files.
    expect(typefaces.map((url) => /geist(?:-mono)?-first/.exec(url)?.[0]).sort()).toEqual([
      'geist-first',
      'geist-mono-first',
    ]);
    expect(['H1', 'P']).toContain(seen.largest);
  });

  it('repeats a click that came before its script was loaded', async () => {
    page = await (await browser.newContext({ viewport: wide })).newPage();
    let letThrough = (): void => undefined;
    const isPressed = new Promise<void>((done) => {
      letThrough = done;
    });
    await page.route('**/assets/*.js', async (route) => {
      await isPressed;
      await route.continue();
    });
    // The page counts as loaded only with its scripts, which are held here.
    await page.goto(inject('site'), { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: 'Request a FREE Demo' }).click();
    expect(await topOf('contact-form')).toBeGreaterThan(1_000);
    letThrough();
    await vi.waitFor(async () => expect(Math.abs(await topOf('contact-form'))).toBeLessThan(200), patience);
  });

  it('scrolls to each section, marks it, and is solid with the logo after 50 px', async () => {
    await visit('/');
    const bar = page.locator('header').first();
    await vi.waitFor(async () => expect(await bar.getAttribute('data-solid')).toBe('false'), patience);
    const site = page.getByRole('navigation', { name: 'Site' });
    for (const [label, id] of [
      ['Pricing', 'pricing'],
      ['FAQ', 'faq'],
      ['Contact', 'contact-form'],
    ] as const) {
      await site.getByRole('button', { name: label }).click();
      await vi.waitFor(async () => expect(Math.abs((await topOf(id)) - 64)).toBeLessThan(3), patience);
      await vi.waitFor(
        async () =>
          expect(await site.getByRole('button', { name: label }).getAttribute('aria-current')).toBe('true'),
        patience,
      );
    }
    await site.getByRole('button', { name: 'Home' }).click();
    await vi.waitFor(async () => expect(await page.evaluate(() => scrollY)).toBe(0), patience);
    const logo = page.getByRole('link', { name: 'Pocketfleet home' });
    for (const [scrolled, isSolid] of [
      [50, 'false'],
      [51, 'true'],
    ] as const) {
      await page.evaluate((top) => scrollTo(0, top), scrolled);
      await vi.waitFor(async () => expect(await bar.getAttribute('data-solid')).toBe(isSolid), patience);
      expect(await logo.count()).toBe(isSolid === 'true' ? 1 : 0);
    }
  });

  it.each([
    ['no-preference', 'smooth'],
    ['reduce', 'auto'],
  ] as const)('with motion %s it scrolls %s', async (reducedMotion, behavior) => {
    page = await (await browser.newContext({ viewport: wide, reducedMotion })).newPage();
    await page.addInitScript(() => {
      const scroll = Element.prototype.scrollIntoView;
      Element.prototype.scrollIntoView = function (options) {
        document.documentElement.dataset['scrolled'] = (options as ScrollIntoViewOptions).behavior ?? '';
        scroll.call(this, options);
      };
    });
    await page.goto(inject('site'));
    await page.locator('html[data-alive]').waitFor();
    await page
      .getByRole('navigation', { name: 'Site' })
      .getByRole('button', { name: 'FAQ', exact: true })
      .click();
    await page.locator(`html[data-scrolled=${behavior}]`).waitFor();
  });

  it('offers sign-in and registration to a visitor', async () => {
    await visit('/');
    const bar = page.locator('header').first();
    expect(await bar.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(await bar.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/register');
  });

  it('is reached at the right section from another route', async () => {
    await visit('/terms');
    await page.getByRole('navigation', { name: 'Site' }).getByRole('button', { name: 'Pricing' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await vi.waitFor(async () => expect(Math.abs(await topOf('pricing'))).toBeLessThan(200), patience);
  });

  it('scrolls from "Request a FREE Demo" to the contact form', async () => {
    await visit('/');
    await page.getByRole('button', { name: 'Request a FREE Demo' }).click();
    await vi.waitFor(async () => expect(Math.abs(await topOf('contact-form'))).toBeLessThan(200), patience);
  });

  it('shows a moving phone, and stops it on request', async () => {
    await visit('/', { reducedMotion: 'no-preference' });
    const times = () =>
      page.locator('video').evaluateAll((all) => all.map((each) => (each as HTMLVideoElement).currentTime));
    await vi.waitFor(async () => expect(Math.max(...(await times()))).toBeGreaterThan(0), patience);
    await page.getByRole('button', { name: 'Pause phones' }).click();
    const films = page.locator('video');
    expect(await films.evaluateAll((all) => all.every((each) => (each as HTMLVideoElement).paused))).toBe(
      true,
    );
  });

  it('stands still under reduced motion: no film is fetched, logos stand in even rows', async () => {
    page = await (await browser.newContext({ viewport: wide, reducedMotion: 'reduce' })).newPage();
    const films: string[] = [];
    page.on('request', (request) => request.url().endsWith('.mp4') && films.push(request.url()));
    await page.goto(inject('site'), { waitUntil: 'networkidle' });
    expect(films).toEqual([]);
    expect(await page.getByRole('button', { name: 'Pause the logos' }).isVisible()).toBe(false);
    const lefts = await page
      .locator('.pf-strip li:visible')
      .evaluateAll((all) => all.map((li) => li.getBoundingClientRect().x));
    expect([lefts.length, new Set(lefts).size]).toEqual([12, 6]);
  });

  it('lists twelve apps and pauses them', async () => {
    await visit('/', { reducedMotion: 'no-preference' });
    const strip = page.getByRole('region', { name: 'Apps that run on our phones' });
    expect(await strip.getByRole('listitem').count()).toBe(12);
    await strip.getByRole('button', { name: 'Pause the logos' }).click();
    const track = page.locator('.pf-strip-track');
    expect(await track.evaluate((each) => getComputedStyle(each).animationPlayState)).toBe('paused');
  });

  it('has six possibilities and five questions of which one is open', async () => {
    await visit('/');
    const possibilities = page.getByRole('region', { name: 'Endless Possibilities' });
    expect(await possibilities.getByRole('heading', { level: 3 }).count()).toBe(6);
    const questions = page.locator('#faq details');
    expect(await questions.count()).toBe(5);
    await page.getByText('How can I pay?').click();
    await vi.waitFor(async () => expect(await page.locator('#faq details[open]').count()).toBe(1), patience);
    await page.getByText(/^By card when you rent here.*bank transfer or cryptocurrency/).waitFor();
  });

  it('shows the price of each plan in each cycle, and the savings', async () => {
    await visit('/', { reducedMotion: 'no-preference' });
    const pricing = page.getByRole('region', { name: 'Pricing' });
    const prices = async () =>
      (await pricing.locator('li > p > span:first-child').allTextContents()).filter((text) =>
        /^\$\d+\.\d\d$/.test(text),
      );
    expect(await prices()).toEqual(['$20.00', '$50.00', '$130.00']);
    await pricing.getByRole('radio', { name: /6 Months/ }).check();
    expect(await prices()).toEqual(['$20.00', '$50.00', '$117.00']);
    await pricing.getByText('Save 10% for 6 Months').waitFor();
    await pricing.getByText('You save $13.00 a month').waitFor();
    // Confetti has a canvas of its own, which is removed with the last piece.
    const confetti = page.locator('body > canvas');
    await confetti.waitFor({ state: 'attached' });
    await confetti.waitFor({ state: 'detached' });
    await pricing.getByRole('radio', { name: 'Monthly', exact: true }).check();
    expect(await prices()).toEqual(['$20.00', '$50.00', '$130.00']);
    expect(await confetti.count()).toBe(0);
    await pricing.getByRole('radio', { name: /Yearly/ }).check();
    expect(await prices()).toEqual(['$20.00', '$50.00', '$110.00']);
    await pricing.getByText('Save 15% for Yearly').waitFor();
    await pricing.getByText('You save $20.00 a month').waitFor();
    await confetti.waitFor({ state: 'attached' });
    await pricing.getByRole('link', { name: 'Get Started: Monthly Plan' }).click();
    await page.waitForURL('**/register');
  });

  it('opens all contacts from the footer and confirms copying', async () => {
    await visit('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'All contacts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact information' });
    for (const label of ['Discord link', 'Email', 'Telegram', 'X', 'YouTube channel']) {
      await dialog.getByRole('button', { name: `Copy ${label}`, exact: true }).click();
      await page.getByText(`${label} copied to clipboard!`).first().waitFor();
    }
  });

  it('has a drawer on small screens', async () => {
    await visit('/', { viewport: narrow });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const drawer = page.getByRole('dialog');
    expect(await drawer.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    expect(await drawer.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/register');
    expect(await drawer.getByRole('navigation').getByRole('button').allTextContents()).toEqual([
      'Home',
      'Pricing',
      'FAQ',
      'Contact',
    ]);
    await drawer.getByRole('button', { name: 'FAQ' }).click();
    await vi.waitFor(async () => expect(Math.abs(await topOf('faq'))).toBeLessThan(200), patience);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('a customer', () => {
  it('sees their name in the bar, gets the assignment dialog from a plan, and signs out here', async () => {
    await visit('/');
    await signIn(page, inject('site'));
    await page.goto(inject('site'));
    const bar = page.locator('header').first();
    await bar.getByText('demo', { exact: true }).waitFor();
    await bar.getByRole('link', { name: 'Devices' }).waitFor();
    await page.getByRole('button', { name: 'Get Started: Weekly Plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact Us for Device Assignment' });
    await dialog.getByText('typically responds within 24 hours').waitFor();
    expect(await dialog.getByRole('link').first().getAttribute('href')).toBe('/rent?period=week');
    for (const name of ['Telegram', 'Discord', 'Email', 'YouTube'])
      expect(await dialog.getByRole('link', { name }).getAttribute('target')).toBe('_blank');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Logout' }).click();
    await page.getByText('Successfully logged out').waitFor();
    await bar.getByRole('link', { name: 'Sign In' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
