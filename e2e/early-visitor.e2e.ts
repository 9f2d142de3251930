// A visitor who is quicker than the page's program: input before the program runs must not be lost.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

/** At this width the sections differ most from their guessed height. */
const phone = { width: 390, height: 844 };
const patience = { timeout: 60_000, interval: 50 };
const typed = {
  Name: 'Jordan Hale',
  Email: 'jordan@brightside.example',
  Message: 'Thirty accounts, five phones, next week?',
};
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(() => page?.context().close());

/** The landing page with its text but without its program, until `letThrough` is called. */
async function visitEarly(options: BrowserContextOptions = {}): Promise<() => Promise<void>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  page = await context.newPage();
  let letThrough = (): void => undefined;
  const isWanted = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isWanted;
    await route.continue();
  });
  // The page counts as loaded only with its scripts, which are held here.
  await page.goto(inject('site'), { waitUntil: 'domcontentloaded' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return async () => {
    letThrough();
    await page.locator('html[data-alive]').waitFor();
  };
}

const form = () => page.getByRole('form', { name: 'Contact' });
const fields = () =>
  Promise.all(Object.keys(typed).map((label) => form().getByLabel(label, { exact: true }).inputValue()));

async function fill(): Promise<void> {
  for (const [label, text] of Object.entries(typed))
    await form().getByLabel(label, { exact: true }).pressSequentially(text);
}

it('keeps the typed text, and continues with it', async () => {
  const comeAlive = await visitEarly();
  await fill();
  await comeAlive();
  expect(await fields()).toEqual(Object.values(typed));
  // The counter shows the text that the program knows.
  await form().getByText(`${typed.Message.length} / 1000`).waitFor();
  await form().getByLabel('Name').press('End');
  await form().getByLabel('Name').pressSequentially(' Jr.');
  expect(await fields()).toEqual([`${typed.Name} Jr.`, typed.Email, typed.Message]);
});

it('sends a message that was sent too early', async () => {
  const comeAlive = await visitEarly();
  await fill();
  await form().getByRole('button', { name: 'Send message' }).click();
  const address = page.url();
  const sending = page.waitForRequest('**/api/contact');
  await comeAlive();
  expect((await sending).postDataJSON()).toMatchObject({
    name: typed.Name,
    email: typed.Email,
    message: typed.Message,
  });
  expect(page.url()).toBe(address);
});

it('applies the billing cycle that was clicked', async () => {
  const comeAlive = await visitEarly();
  const pricing = page.getByRole('region', { name: 'Pricing' });
  await pricing.getByRole('radio', { name: /Yearly/ }).click();
  await comeAlive();
  await pricing.getByText('You save $20.00 a month').waitFor();
  expect(await pricing.getByRole('radio', { name: /Yearly/ }).isChecked()).toBe(true);
});

it('opens the drawer that was clicked', async () => {
  const comeAlive = await visitEarly({ viewport: phone });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await comeAlive();
  await page.getByRole('dialog', { name: 'Pocketfleet navigation' }).waitFor();
});

it('opens questions and follows links without the program', async () => {
  await visitEarly();
  await page.getByText('How can I pay?').click();
  await page.getByText(/bank transfer or cryptocurrency/).waitFor();
  expect(await page.locator('#faq details[open]').count()).toBe(1);
  await page.getByRole('link', { name: 'Terms', exact: true }).click();
  await page.waitForURL('**/terms');
  await page.getByRole('heading', { level: 1, name: 'Terms and Conditions' }).waitFor();
});

it('shows the section that the address names', async () => {
  page = await (await browser.newContext({ viewport: phone })).newPage();
  await page.goto(`${inject('site')}/#faq`);
  await page.locator('html[data-alive]').waitFor();
  const top = () => page.evaluate(() => document.getElementById('faq')?.getBoundingClientRect().top ?? 9_999);
  await vi.waitFor(async () => expect(Math.abs(await top())).toBeLessThan(100), patience);
});

it('has its true height before anybody scrolls, and is restored at the place where it was left', async () => {
  // An emulated preference ends before `pagehide`: the page would store its place in a layout that nobody has seen.
  page = await (await browser.newContext({ viewport: phone, reducedMotion: 'no-preference' })).newPage();
  await page.goto(inject('site'));
  await page.locator('html[data-alive]').waitFor();
  const toEnd = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY);
  await page.keyboard.press('End');
  await vi.waitFor(async () => expect(await toEnd()).toBeLessThan(10), patience);
  await page.reload();
  await page.locator('html[data-alive]').waitFor();
  await vi.waitFor(async () => expect(await toEnd()).toBeLessThan(10), patience);
});

it.each(['a visitor', 'a customer'])('stays where %s has scrolled to before it comes alive', async (who) => {
  let options: BrowserContextOptions = { viewport: phone };
  if (who === 'a customer') {
    page = await browser.newPage();
    await signIn(page, inject('site'));
    options = { ...options, storageState: await page.context().storageState() };
    await page.context().close();
  }
  const comeAlive = await visitEarly(options);
  const top = () =>
    page.evaluate(() => Math.round(document.getElementById('faq')?.getBoundingClientRect().top ?? 9_999));
  // Each section on the way becomes visible and then has its true height.
  for (const section of await page.locator('main > section').all()) {
    await section.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
  await page.evaluate(() => document.getElementById('faq')?.scrollIntoView({ behavior: 'instant' }));
  await vi.waitFor(async () => expect(Math.abs(await top())).toBeLessThan(100), patience);
  await comeAlive();
  // A jump would happen with the first render, before `data-alive` is set.
  await vi.waitFor(async () => expect(Math.abs(await top())).toBeLessThan(200), patience);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  expect(Math.abs(await top())).toBeLessThan(200);
});
