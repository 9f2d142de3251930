// The dialogs of the team's daily actions in a real browser. The server refuses the first call of each: what is typed
// stays, a second submit while it is sent sends nothing, and in the end the focus is back where it was.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findFaultsInEachLook } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/team-dialogs.fixture.tsx'));
const zone = { timezoneId: 'UTC' };

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const actionsButton = (page: Page) => page.getByRole('button', { name: 'Actions' });

async function openDialog(name: string): Promise<Page> {
  const page = await open('', zone);
  await actionsButton(page).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await dialog(page).waitFor();
  return page;
}

type Sent = { name: string; input: { body: Record<string, unknown> } };
const sent = (page: Page) => page.evaluate(() => (window as unknown as { sent: Sent[] }).sent);

/** Submits twice at once: the form's own guard must let one through. */
async function submitTwice(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('[role=dialog] form');
    form?.requestSubmit();
    form?.requestSubmit();
  });
}

async function expectFocusBack(page: Page): Promise<void> {
  await dialog(page).waitFor({ state: 'detached' });
  await expect
    .poll(() => actionsButton(page).evaluate((element) => element === document.activeElement))
    .toBe(true);
}

it('the quote shows what was asked and what is free, moves to the first start for all, and reserves', async () => {
  const page = await openDialog('Send a quote');
  await dialog(page).getByText('12 phones, 1 Month').waitFor();
  await dialog(page).getByText('Models: 4 Pixel 8, 8 of any model').waitFor();
  await dialog(page).getByText('Pixel phones, please.').waitFor();
  await dialog(page)
    .getByText(/6 of 12 free for these dates\. All from Dec 17/)
    .waitFor();
  expect(await field(page, 'Reserve until').count()).toBe(0);
  await button(page, 'Use this start').click();
  await dialog(page).getByText('All 12 phones are free for these dates.').waitFor();
  expect(await field(page, 'Start').inputValue()).toBe('2026-12-17T09:00');

  // The dialog is higher than the window, but its buttons are in sight.
  await page.setViewportSize({ width: 1440, height: 700 });
  const bottom = await button(page, 'Send the quote').evaluate((each) => each.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(700);
  await field(page, 'Price in US dollars').fill('1400');
  await field(page, 'Period').selectOption('2 Weeks, listed at $1,200.00');
  await field(page, 'Reserve the phones').check();
  await field(page, 'Reserve until').fill('2026-12-05T10:00');
  await field(page, 'Reason').fill('agreed by mail');
  await submitTwice(page);
  await dialog(page).getByText('Only 6 of 12 phones are free.').waitFor();
  await expect
    .poll(() => field(page, 'Reserve until').evaluate((element) => element === document.activeElement))
    .toBe(true);
  expect(await field(page, 'Price in US dollars').inputValue()).toBe('1400');
  expect(await field(page, 'Reason').inputValue()).toBe('agreed by mail');
  expect(await sent(page)).toHaveLength(1);
  expect(await findFaultsInEachLook(page, [320, 1_280])).toEqual([]);

  await button(page, 'Send the quote').click();
  await page.getByText('The quote was sent, and its phones are reserved').waitFor();
  expect((await sent(page)).at(-1)?.input.body).toEqual({
    amount: 140_000,
    note: '',
    valid_days: 14,
    reason: 'agreed by mail',
    start_date: '2026-12-17T09:00:00.000Z',
    period: 'week',
    number_of_periods: 2,
    reserve_until: '2026-12-05T10:00:00.000Z',
  });
  await expectFocusBack(page);
});

it('an unchanged quote keeps the requested start to the second, and reserves nothing', async () => {
  const page = await openDialog('Send a quote');
  await field(page, 'Reason').fill('as asked');
  await button(page, 'Send the quote').click();
  // This field is hidden, so the refusal stands above the fields.
  await dialog(page).getByRole('alert').getByText('This was just changed by a colleague.').waitFor();
  await button(page, 'Send the quote').click();
  await page.getByText('The quote was sent. No phones are reserved').waitFor();
  const body = (await sent(page)).at(-1)?.input.body;
  expect(body).not.toHaveProperty('start_date');
  expect(body).not.toHaveProperty('reserve_until');
});

it('a phone is assigned to a customer that is found by name, later, until a preset end', async () => {
  const page = await openDialog('Assign');
  await field(page, 'Customer').fill('hopp');
  await dialog(page).getByRole('list', { name: 'Matches' }).getByRole('button').click();
  expect(await field(page, 'Customer').inputValue()).toBe('grace');
  await dialog(page).getByText('Grace Hopper, grace@example.com').waitFor();
  await field(page, 'From').fill('2026-11-26T08:00');
  await button(page, '30 days from now').click();
  expect(await field(page, 'Until').inputValue()).toBe('2026-12-25T12:00');
  await field(page, 'Reason').fill('a demo');
  await submitTwice(page);
  await dialog(page).getByText('This customer is suspended.').waitFor();
  expect(await field(page, 'From').inputValue()).toBe('2026-11-26T08:00');
  expect(await sent(page)).toHaveLength(1);
  expect(await findFaultsInEachLook(page, [320, 1_280])).toEqual([]);
  await button(page, 'Assign').click();
  await expectFocusBack(page);
  expect((await sent(page)).at(-1)?.input.body).toEqual({
    username: 'grace',
    starts_at: '2026-11-26T08:00:00.000Z',
    expires_at: '2026-12-25T12:00:00.000Z',
    reason: 'a demo',
  });
});

it.each([
  ['Quarantine', /Within seconds grace gets another free phone/, 'Quarantine'],
  ['Mark as lost', /did not lead to an order/, 'Mark as lost'],
  ['Refund', /The money goes back to the card/, 'Refund'],
])(
  '"%s" says what happens, keeps what is typed, sends once, and offers the reason again',
  async (action, effect, submit) => {
    const page = await openDialog(action);
    await dialog(page).getByText(effect).waitFor();
    await field(page, 'Reason').fill('agreed on the telephone');
    await submitTwice(page);
    await dialog(page)
      .getByText(/just changed by a colleague|Only \$50\.00 are left/)
      .waitFor();
    expect(await field(page, 'Reason').inputValue()).toBe('agreed on the telephone');
    expect(await sent(page)).toHaveLength(1);
    await button(page, submit).click();
    await expectFocusBack(page);

    await actionsButton(page).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    expect(await field(page, 'Reason').inputValue()).toBe('');
    await button(page, 'agreed on the telephone').click();
    expect(await field(page, 'Reason').inputValue()).toBe('agreed on the telephone');
    await page.keyboard.press('Escape');
    await expectFocusBack(page);
  },
);
