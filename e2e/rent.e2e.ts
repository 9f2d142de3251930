// Selecting phones: every sentence of the spec about /rent and /rent/checkout, in a real browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { callAsDemo, choiceQuery, countFree, dayAhead, holdByApi, tidyAway, zone } from './demo-renter.ts';
import { findFaultsInEachLook } from './look-closely.ts';
import { openAsDemo } from './open-as-demo.ts';

const patience = { timeout: 60_000, interval: 50 };
const availabilityCall = '**/api/orders/validate-phone-availability';
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  await tidyAway();
});
afterAll(async () => {
  await browser?.close();
  await tidyAway();
});
afterEach(() => page?.context().close());

async function visit(path: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await openAsDemo(browser, path, options);
}

const count = () => page.getByRole('spinbutton', { name: 'Number of phones' });
const time = () => page.locator('input[type=time]');
const button = (name: string) => page.getByRole('button', { name });
const link = (name: string) => page.getByRole('link', { name });
const day = (date: string) =>
  page.getByRole('button', {
    name: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
      Date.parse(`${date}T00:00:00Z`),
    ),
  });
const summary = () => page.getByRole('region', { name: 'Summary' });
const word = (text: string) => page.getByText(text, { exact: true });

describe('/rent', () => {
  it('begins with one phone for a month from today, and asks for the start time first', async () => {
    await visit('/rent');
    expect(await count().inputValue()).toBe('1');
    expect(await page.getByRole('radio', { name: /^1 Month/ }).isChecked()).toBe(true);
    expect(await time().inputValue()).toBe('');
    await page.getByRole('button', { name: /^Today, .*, selected$/ }).waitFor();
    await word('Within next 6 months').waitFor();
    await word('Select between 1 and 50 phones').waitFor();
    expect(await button('Fill in start time').isDisabled()).toBe(true);
  });

  it('lists every period with label, count, type and price', async () => {
    await visit('/rent');
    const wanted = ['Day 1 day $20.00', '1 Week 1 week $50.00', '2 Weeks 2 weeks $100.00'];
    const months = ['1 Month 1 month $130.00', '2 Months 2 months $260.00', '3 Months 3 months $390.00'];
    const long = ['4 Months 4 months $520.00', '6 Months 6 months $780.00'];
    await page.getByRole('heading', { name: 'Rental period' }).waitFor();
    const labels = await page.getByRole('group', { name: 'Rental period' }).locator('label').allInnerTexts();
    expect(labels.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([...wanted, ...months, ...long]);
  });

  it('lets a daily period start within a week, and no day before today', async () => {
    await visit('/rent?period=day');
    await word('Within next week').waitFor();
    const first = new Date(`${dayAhead(0)}T00:00:00Z`).getUTCDate();
    if (first > 1) expect(await day(dayAhead(-1)).isDisabled()).toBe(true);
    for (const [ahead, isDisabled] of [
      [7, false],
      [8, true],
    ] as const) {
      const next = page.getByRole('button', { name: /Next Month/i });
      if ((await day(dayAhead(ahead)).count()) === 0 && (await next.getAttribute('aria-disabled')) === null)
        await next.click();
      const cell = day(dayAhead(ahead));
      if ((await cell.count()) > 0) expect(await cell.isDisabled(), `${ahead} days`).toBe(isDisabled);
    }
  });

  it('resets the start to today without a time when another period is chosen', async () => {
    await visit(`/rent?${choiceQuery({ period: 'month', date: dayAhead(5) })}`);
    await page.getByRole('radio', { name: /^1 Week/ }).click();
    await vi.waitFor(async () => expect(await time().inputValue()).toBe(''), patience);
    await page.getByRole('button', { name: /^Today, .*, selected$/ }).waitFor();
    await button('Fill in start time').waitFor();
  });

  it('keeps both of two simultaneous changes', async () => {
    await visit('/rent');
    await page.getByRole('radio', { name: /^1 Week/ }).evaluate((week: HTMLElement) => {
      const buttons = [...document.querySelectorAll('button')];
      for (const each of [week, buttons.find((one) => /current/.test(one.textContent))]) each?.click();
    });
    await page.waitForURL(({ search }) => search.includes('period=week&') && search.includes('time='));
  });

  it('fills in the current time', async () => {
    await visit('/rent');
    await button('Use current time').click();
    await vi.waitFor(async () => expect(await time().inputValue()).toMatch(/^\d\d:\d\d$/), patience);
    await link('Continue to Checkout').waitFor();
  });

  it('changes an invalid count to the nearest valid one', async () => {
    await visit('/rent');
    for (const [typed, kept] of [
      ['', '1'],
      ['0', '1'],
      ['-4', '1'],
      ['51', '50'],
      ['7', '7'],
    ] as const) {
      await count().fill(typed);
      await count().blur();
      expect(await count().inputValue(), `"${typed}"`).toBe(kept);
    }
  });

  it('checks availability once, 500 ms after the last change, and shows that meanwhile', async () => {
    await visit(`/rent?period=day&date=${dayAhead(2)}`);
    await time().waitFor();
    const asked: number[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/validate-phone-availability')) return;
      asked.push(request.postDataJSON().phone_count);
    });
    // The page's clock is stopped, so slow typing changes nothing.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await time().fill('12:00');
    for (const phones of ['2', '3', '4']) await count().fill(phones);
    expect(await button('Validating...').isDisabled()).toBe(true);
    await page.clock.runFor(499);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await link('Continue to Checkout').waitFor();
    expect(asked).toEqual([4]);
    await word('All 4 phones are available.').waitFor();
  });

  it('never lets a late response overwrite a newer one', async () => {
    await visit(`/rent?${choiceQuery({ date: dayAhead(2), phones: 1 })}`);
    await word('Your phone is available.').waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(availabilityCall, async (route) => {
      if (route.request().postDataJSON().phone_count !== 2) return route.continue();
      await held;
      await route.continue().catch(() => undefined);
    });
    const late = page.waitForRequest((request) => request.postDataJSON()?.phone_count === 2);
    await count().fill('2');
    await late;
    await count().fill('3');
    await word('All 3 phones are available.').waitFor();
    release();
    await page.waitForLoadState('networkidle');
    expect(await word('All 3 phones are available.').count()).toBe(1);
    expect(await word('All 2 phones are available.').count()).toBe(0);
  });

  it('partly available: continues with the free phones, or sends a request for all', async () => {
    const date = dayAhead(3);
    const free = await countFree(date);
    await visit(`/rent?${choiceQuery({ date, phones: free + 2 })}`);
    await word(`Only ${free} out of ${free + 2} requested phones are available.`).waitFor();
    await summary()
      .getByText(`of ${free + 2} requested`)
      .waitFor();
    await summary()
      .getByText(`Full request: ${free + 2} phones, $${(free + 2) * 20}.00 USD`)
      .waitFor();
    await summary()
      .getByText(`$${free * 20}.00`, { exact: true })
      .waitFor();
    await page.getByRole('heading', { name: 'Need More Phones?' }).waitFor();
    await word('Sales team will contact you within 24 hours').waitFor();
    await link('Continue to Checkout').click();
    await page.getByText(`adjusted from ${free + 2}`).waitFor();
    await page.goBack();
    await link('Request Full Order from Sales').click();
    await page.getByRole('heading', { name: 'Create Rental Order' }).waitFor();
  });

  it('more than five short: says that the inventory is limited', async () => {
    await visit(`/rent?${choiceQuery({ date: dayAhead(3), phones: 50 })}`);
    await word('We have limited inventory available for your requested dates.').waitFor();
  });

  it('none available: offers only the request, and the next start', async () => {
    const date = dayAhead(4);
    const held = await holdByApi(date, await countFree(date));
    try {
      await visit(`/rent?${choiceQuery({ date, phones: 1 })}`);
      await page.getByText('our team will coordinate with you').first().waitFor();
      expect(await link('Continue to Checkout').count()).toBe(0);
      expect(await link('Request Full Order from Sales').count()).toBeGreaterThan(0);
      await button('Use this date').click();
      await word('Your phone is available.').waitFor();
      expect(new URL(page.url()).searchParams.get('date')).not.toBe(date);
    } finally {
      await callAsDemo('releaseHold', { params: { id: held.order_id } });
    }
  });

  it('says when availability could not be checked, and checks again on request', async () => {
    await visit('/rent');
    await page.route(availabilityCall, (route) => route.abort());
    await button('Use current time').click();
    await word('Failed to validate availability. Please try again.').waitFor();
    expect(await button('Continue to Checkout').isDisabled()).toBe(true);
    await page.unroute(availabilityCall);
    await button('Check again').click();
    await link('Continue to Checkout').waitFor();
  });

  it('keeps the selection over a reload, a step back and in a copied tab', async () => {
    const query = choiceQuery({ date: dayAhead(2), time: '09:30', phones: 2 });
    await visit(`/rent?${query}`);
    await link('Continue to Checkout').click();
    await page.waitForURL('**/rent/checkout?**');
    await page.goBack();
    const copy = await page.context().newPage();
    await copy.goto(page.url());
    for (const tab of [page, copy]) {
      await tab.reload();
      expect(await tab.getByRole('spinbutton', { name: 'Number of phones' }).inputValue()).toBe('2');
      expect(await tab.locator('input[type=time]').inputValue()).toBe('09:30');
    }
  });

  it('shows an error when the address names a period that is not offered', async () => {
    await visit('/rent?period=decade');
    await page.getByRole('alert').getByText('Invalid rental period').waitFor();
    expect(await link('Continue to Checkout').count()).toBe(0);
  });

  it('refuses a time in the past', async () => {
    await visit('/rent');
    const hour = await page.evaluate(() => new Date().getHours());
    if (hour === 0) return;
    await time().fill('00:00');
    await page.getByRole('alert').getByText('This start time is in the past. Choose a later one.').waitFor();
  });
});

describe('/rent/checkout', () => {
  it('shows the whole order with its real end, and passes selection and pricing on', async () => {
    await visit(`/rent/checkout?${choiceQuery({ date: dayAhead(2), phones: 2 })}`);
    await page.getByRole('heading', { name: 'Order summary' }).waitFor();
    const text = await page.getByRole('region', { name: 'Your order' }).textContent();
    expect(text).toMatch(/Day, 1 day/);
    expect(text?.match(/\d{4}, 12:00 E[SD]T/g)).toHaveLength(2);
    expect(text).toContain('2 × $20.00');
    expect(text).toContain('$40.00');
    expect(text).toContain(zone);
    const target = new URL((await link('Proceed to Payment').getAttribute('href')) ?? '', page.url());
    expect(target.pathname).toBe('/rent/payment');
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      phones: '2',
      total: '40.00',
      totalDays: '1',
      pricePerPeriod: '20.00',
    });
  });

  it('goes back to /rent with the selection', async () => {
    await visit(`/rent/checkout?${choiceQuery({ date: dayAhead(2), phones: 3 })}`);
    await link('Back').click();
    await page.waitForURL('**/rent?**');
    expect(await count().inputValue()).toBe('3');
  });

  it.each([
    ['', 'nothing'],
    ['?period=day&phones=1', 'no start'],
    [`?${choiceQuery({ date: '2020-01-01' })}`, 'a past start'],
    [`?${choiceQuery({ date: '2999-01-01' })}`, 'a start too far ahead'],
    [`?${choiceQuery({ date: dayAhead(2), phones: 51 })}`, 'too many phones'],
    [`?${choiceQuery({ date: dayAhead(2), period: 'decade' })}`, 'an unknown period'],
  ])('without a selection that can be had (%s) leads to /rent: %s', async (query) => {
    await visit(`/rent/checkout${query}`);
    await page.waitForURL((url) => url.pathname === '/rent');
  });
});

it('axe finds nothing and nothing is cut off, at each width in both themes', async () => {
  const widths = [320, 768, 1440];
  await visit(`/rent?${choiceQuery({ date: dayAhead(3), phones: 50 })}`, { bypassCSP: true });
  await page.getByRole('heading', { name: 'Need More Phones?' }).waitFor();
  expect(await findFaultsInEachLook(page, widths)).toEqual([]);
  await link('Continue to Checkout').click();
  await page.getByRole('heading', { name: 'Order summary' }).waitFor();
  expect(await findFaultsInEachLook(page, widths)).toEqual([]);
});
