// The contact form in every outcome, and the mails that its messages cause.
import type { Page } from 'playwright-core';
import { beforeEach, expect, inject, it, vi } from 'vitest';
import { usePage } from './use-page.ts';

const patience = { timeout: 60_000, interval: 100 };
let page: Page;

usePage((opened) => {
  page = opened;
});
beforeEach(async () => {
  await page.goto(`${inject('site')}/#contact-form`);
  await page.locator('html[data-alive]').waitFor();
});

const form = () => page.getByRole('form', { name: 'Contact' });

async function fill(): Promise<void> {
  await form().getByLabel('Name').fill('Jordan Hale');
  await form().getByLabel('Email').fill('jordan@brightside.example');
  await form().getByLabel('Message').fill('Thirty accounts, five phones, next week?');
}

it('shows an error under each field, and focuses the first one', async () => {
  await form().getByLabel('Name').fill('J');
  await form().getByLabel('Email').fill('nobody');
  await form().getByLabel('Message').fill('Too short');
  await form().getByRole('button', { name: 'Send message' }).click();
  await form().getByText('Name must be at least 2 characters').waitFor();
  await form().getByText('Invalid email address').waitFor();
  await form().getByText('Message must be at least 10 characters').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await form().getByLabel('Name').fill('x'.repeat(101));
  await form()
    .getByLabel('Email')
    .fill(`${'x'.repeat(60)}@${'y.'.repeat(100)}example`);
  await form().getByLabel('Message').fill('x'.repeat(1001));
  await form().getByRole('button', { name: 'Send message' }).click();
  for (const sentence of ['Name too long', 'Email too long', 'Message too long'])
    await form().getByText(sentence, { exact: true }).waitFor();
});

it('sends, confirms in banner and toast, is empty again, and both sides get mail', async () => {
  await page.route('**/api/contact', async (route) => {
    await form().getByRole('button', { name: 'Sending...' }).waitFor();
    for (const label of ['Name', 'Email', 'Message'])
      expect(await form().getByLabel(label).isDisabled()).toBe(true);
    expect(await form().getByRole('button', { name: 'Sending...' }).isDisabled()).toBe(true);
    await route.continue();
  });
  // People need longer than a robot. The test sets the page's clock before the first input, because the form reads it twice.
  await page.clock.install();
  await fill();
  await page.clock.fastForward(4_000);
  await form().getByRole('button', { name: 'Send message' }).click();
  const sentence = "Message sent successfully! We'll contact you soon.";
  await form().getByText(sentence).waitFor();
  await vi.waitFor(async () => expect(await page.getByText(sentence).count()).toBe(2), patience);
  expect(await form().getByLabel('Message').inputValue()).toBe('');
  await form().getByLabel('Name').fill('Jo');
  await form().getByText(sentence).waitFor();
  await vi.waitFor(async () => {
    const mails = await (await fetch(`${inject('operator')}/mail.json`)).text();
    expect(mails).toContain('Contact message from Jordan Hale');
    expect(mails).toContain('We have received your message to Pocketfleet');
  }, patience);
});

it.each([
  [429, { detail: 'x', code: 'too_many_requests' }, 'Too many requests. Please try again later.'],
  [400, { detail: 'Email too long', code: 'invalid_input' }, 'Email too long'],
  [400, {}, 'Please check your information and try again.'],
  [500, { detail: 'x', code: 'internal' }, 'Server error. Please try again later.'],
  [503, {}, 'Server error. Please try again later.'],
  [403, { detail: 'Not from here.', code: 'forbidden' }, 'Not from here.'],
  [404, {}, 'An error occurred. Please try again later.'],
])('on %i with %j it says so and loses nothing', async (status, json, sentence) => {
  await page.route('**/api/contact', (route) => route.fulfill({ status, json }));
  await fill();
  await form().getByRole('button', { name: 'Send message' }).click();
  await form().getByText('Error sending message. Please try again.').waitFor();
  await page.getByText(sentence, { exact: true }).waitFor();
  expect(await form().getByLabel('Message').inputValue()).toBe('Thirty accounts, five phones, next week?');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Send message');
});

it('sends a message once if it is submitted twice before its validation is loaded', async () => {
  const sent: string[] = [];
  await page.route('**/api/contact', (route) => {
    sent.push(route.request().url());
    return route.fulfill({ status: 503, json: {} });
  });
  await fill();
  await form().evaluate((element: HTMLFormElement) => {
    element.requestSubmit();
    element.requestSubmit();
  });
  await form().getByText('Error sending message. Please try again.').waitFor();
  expect(sent).toHaveLength(1);
});

it('tells the sender, also on a phone, where to find the message again', async () => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.route('**/api/contact', (route) => route.fulfill({ status: 503, json: {} }));
  await fill();
  await form().getByRole('button', { name: 'Send message' }).click();
  const banner = form().getByText('Error sending message. Please try again.');
  await banner.waitFor();
  const bar = await page.locator('header').first().boundingBox();
  const place = await banner.boundingBox();
  expect(place?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThan(600);
});

it('says that an error occurred when there is no response', async () => {
  await page.route('**/api/contact', (route) => route.abort());
  await fill();
  await form().getByRole('button', { name: 'Send message' }).click();
  await page.getByText('An error occurred. Please try again later.').waitFor();
});
