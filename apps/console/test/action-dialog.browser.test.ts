import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findFaultsInEachLook } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/parts/action-dialog.fixture.tsx'));

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => dialog(page).getByLabel(label);
const hasFocus = (page: Page, label: string) =>
  field(page, label).evaluate((element) => element === document.activeElement);

async function openRefund(): Promise<Page> {
  const page = await open();
  await page.getByRole('button', { name: 'Open refund' }).click();
  await expect.poll(() => hasFocus(page, 'Amount')).toBe(true);
  return page;
}

it('names what will happen, and begins in its first field', async () => {
  const page = await openRefund();
  await page.getByRole('dialog', { name: 'Refund PF-1' }).waitFor();
  await dialog(page).getByText('The money goes back to the card.').waitFor();
});

it('calls nothing while a field is wrong, and moves the focus to it', async () => {
  const page = await openRefund();
  await field(page, 'Amount').fill('twenty');
  await field(page, 'Reason').fill('agreed');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Enter an amount such as 120 or 120.50').waitFor();
  expect(await hasFocus(page, 'Amount')).toBe(true);
  expect(await field(page, 'Amount').getAttribute('aria-invalid')).toBe('true');
});

it('has no fault at any width in both themes, also with errors, and keeps the focus inside', async () => {
  const page = await openRefund();
  await field(page, 'Amount').fill('twenty');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Enter an amount such as 120 or 120.50').waitFor();
  expect(await findFaultsInEachLook(page, [320, 1_280])).toEqual([]);
  for (let press = 1; press <= 8; press += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
});

it('shows a refusal at its field, keeps what was typed, and sends it again', async () => {
  const page = await openRefund();
  await field(page, 'Method').selectOption('Bank');
  await field(page, 'Notify the customer').check();
  await field(page, 'Reason').fill('agreed');
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await dialog(page).getByText('More than was paid').waitFor();
  await expect.poll(() => hasFocus(page, 'Amount')).toBe(true);
  expect(await field(page, 'Reason').inputValue()).toBe('agreed');
  await field(page, 'Amount').fill('12.34');
  expect(await dialog(page).getByText('More than was paid').count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText('The refund is on its way').waitFor();
  expect(await page.title()).toBe('1234 bank true agreed');
});

it('cannot be closed while it is sent, and gives the focus back in the end', async () => {
  const page = await openRefund();
  await field(page, 'Reason').fill('agreed');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog(page).getByText('More than was paid').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open refund');
});

it('stays open with a result that is shown once', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Open enrolment' }).click();
  await field(page, 'Reason').fill('a new rack');
  await dialog(page).getByRole('button', { name: 'Create a code' }).click();
  await dialog(page).getByText('Your code: K7-PQ').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await dialog(page).waitFor({ state: 'detached' });
});

it('gives the focus back to the button of the menu that it was chosen from', async () => {
  const page = await open();
  const button = page.getByRole('button', { name: 'Actions for PF-1' });
  await button.click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  await expect.poll(() => hasFocus(page, 'Amount')).toBe(true);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('sends one call at two submits in a row, before it is shown as busy', async () => {
  const page = await openRefund();
  await field(page, 'Reason').fill('agreed');
  await page.evaluate(() => {
    const form = document.querySelector('form');
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await dialog(page).getByText('More than was paid').waitFor();
  // A second call would succeed and close the dialog.
  await page.waitForTimeout(600);
  expect(await dialog(page).isVisible()).toBe(true);
});
