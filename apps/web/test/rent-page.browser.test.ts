// The rent page in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { answerRenting } from './renting-answers.ts';

const fixture = (name: string) =>
  prepareComponent(join(import.meta.dirname, `../src/app/${name}.fixture.tsx`));
const openRent = fixture('rent-page');
const openRequest = fixture('rent-request-page');
/** The start of each question about free phones. */
let starts: string[];
/** Answers wait for this. */
let gate: Promise<void>;
beforeEach(() => {
  starts = [];
  gate = Promise.resolve();
});

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const text = route.request().postData() ?? '{}';
  if (pathname.endsWith('/validate-phone-availability')) {
    starts.push((JSON.parse(text) as { start_date: string }).start_date);
    await gate;
    return route.fulfill({ json: answerRenting('validateAvailability', text, []) });
  }
  if (pathname.endsWith('/phone-models'))
    return route.fulfill({ json: answerRenting('listModels', text, []) });
  return route.fulfill({ status: 503, json: {} });
}

const before = async (page: Page) => {
  await page.clock.install();
  await page.route('**/api/**', answer);
};
const goOn = (page: Page) => page.getByRole('link', { name: 'Continue to checkout' });

it('asks at once for a rental that starts now, without a pause', async () => {
  const page = await openRent('start=now', {}, { path: '/rent', before });
  // The clock of the page stands still: no pause could have ended.
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect.poll(() => starts.length).toBe(1);
});

it('keeps its button, its focus and its counts while the clock moves on, and asks anew for the new minute', async () => {
  const page = await openRent('start=now&period=week', {}, { path: '/rent', before });
  await goOn(page).waitFor();
  await page.getByText('4 of 5 free').first().waitFor();
  await goOn(page).focus();
  let release = () => {};
  gate = new Promise((resolve) => {
    release = resolve;
  });
  await page.clock.runFor(90_000);
  await expect.poll(() => new Set(starts).size).toBe(2);
  expect(await goOn(page).evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await page.getByText('4 of 5 free').count()).toBeGreaterThan(0);
  release();
  await page.clock.runFor(1_000);
  expect(await goOn(page).evaluate((link) => link === document.activeElement)).toBe(true);
});

it('asking for the prices of a longer time carries the choice along, with the text filled in', async () => {
  const page = await openRent('start=now&period=month&phones=3', {}, { path: '/rent', before });
  const link = page.getByRole('link', { name: 'Ask for these prices' });
  await link.waitFor();
  const address = new URL((await link.getAttribute('href')) ?? '', 'http://site');
  expect(address.searchParams.get('phones')).toBe('3');
  const request = await openRequest(
    address.search.slice(1),
    {},
    {
      path: address.pathname,
      before: (page) => page.route('**/api/**', answer),
    },
  );
  await request.getByText('Your request').waitFor();
  expect(await request.getByRole('textbox').inputValue()).toMatch(/6 months or a year/);
  expect(await findFaults(request)).toEqual([]);
});
