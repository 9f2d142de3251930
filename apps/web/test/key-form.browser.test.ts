// The form of a new key in a real browser, with an API that this test answers for.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { devices, openForm, prepareKeysPage, secret } from './keys-page.ts';

const { api, openKeys } = prepareKeysPage();
const [, second] = devices;

const isFocused = (control: Locator) => control.evaluate((each) => each === document.activeElement);

it('says when we write about the end of a key, which is a day before for one of a week', async () => {
  const page = await openKeys();
  await openForm(page);
  await page.getByText('We’ll write a week before.').waitFor();
  await page.getByLabel('Ends').selectOption('In 7 days');
  await page.getByText('We’ll write a day before.').waitFor();
});

it.each([1440, 768, 390])('makes a key with what was chosen, at a width of %i', async (width) => {
  const page = await openKeys(width);
  await openForm(page);
  await page.getByLabel('Name', { exact: true }).fill('store-screenshots');
  await page.getByLabel('Watch', { exact: true }).check();
  await page.getByLabel('Named phones').check();
  await page.getByLabel(second?.tag ?? '', { exact: true }).check();
  await page.getByLabel('Networks it may come from').fill('203.0.113.0/24, 10.0.0.1');
  await page.getByLabel('Money each month').fill('19.90');
  await page.getByLabel('Ends').selectOption('In 30 days');
  await page.getByLabel('Actions a minute').selectOption('60 actions a minute');
  expect(await findFaults(page)).toEqual([]);
  const form = page.getByRole('form', { name: 'New key' });
  await form.getByRole('button', { name: 'Make key' }).click();
  await page.getByText(secret, { exact: true }).waitFor();
  await page
    .getByText(`POCKETFLEET_KEY=${secret} npx ${new URL(page.url()).origin}/programs/pocketfleet.tgz phones`)
    .waitFor();
  await page
    .getByText(`npm install ${new URL(page.url()).origin}/programs/pocketfleet-client.tgz`, { exact: true })
    .waitFor();
  expect(api.calls).toEqual([
    {
      call: 'POST /api/keys',
      body: {
        name: 'store-screenshots',
        permissions: ['watch'],
        phones: [second?.id],
        networks: ['203.0.113.0/24', '10.0.0.1'],
        monthly_limit_cents: 1_990,
        hours_a_day: null,
        actions_a_minute: 60,
        expires_at: expect.any(String),
      },
    },
  ]);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => page.getByText(secret).count()).toBe(0);
});

it('gives nothing by itself, asks for what is missing, and says what its maker lacks', async () => {
  const page = await openKeys();
  await openForm(page);
  const form = page.getByRole('form', { name: 'New key' });
  await expect.poll(() => form.getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(await page.getByLabel('Money each month').inputValue()).toBe('0.00');
  expect(await form.getByLabel('Files').isDisabled()).toBe(true);
  await form.getByText('You don’t have this yourself').first().waitFor();
  expect(await form.getByLabel('Rent', { exact: true }).count()).toBe(0);
  await form.getByRole('button', { name: 'More rights' }).click();
  expect(await form.getByLabel('Rent', { exact: true }).isDisabled()).toBe(false);
  expect(await form.getByLabel('Spend money').isDisabled()).toBe(true);
  await page.getByLabel('Money each month').fill('a lot');
  await form.getByRole('button', { name: 'Make key' }).click();
  for (const text of [
    'Choose at least one',
    'Choose at least one phone, or all',
    'Give an amount such as 50.00',
  ]) {
    await form.getByText(text, { exact: true }).waitFor();
  }
  expect(api.calls).toEqual([]);
});

it.each([
  [1280, 600],
  [390, 640],
])('leads to the first field that is wrong, at %i × %i', async (width, height) => {
  const page = await openKeys(width, height);
  await openForm(page);
  const form = page.getByRole('form', { name: 'New key' });
  const button = form.getByRole('button', { name: 'Make key' });
  await form.getByLabel('Name', { exact: true }).fill('nightly-tests');
  await button.click();
  const firstChoice = form.getByLabel('Watch', { exact: true });
  await expect.poll(() => isFocused(firstChoice)).toBe(true);
  await form.getByLabel('Name', { exact: true }).fill('');
  await button.click();
  const name = form.getByLabel('Name', { exact: true });
  await expect.poll(() => isFocused(name)).toBe(true);
  const seen = await form.getByText('Give the key a name').evaluate((error) => {
    const box = error.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return over !== null && (error === over || error.contains(over));
  });
  expect(seen).toBe(true);
  // Nothing shows below the bar of buttons.
  const below = await button.evaluate((each) => {
    const [bar, scrolled] = [each.closest('div'), each.closest('form')?.parentElement];
    return [bar, scrolled].map((box) => Math.round(box?.getBoundingClientRect().bottom ?? 0));
  });
  expect(below[0]).toBe(below[1]);
  expect(api.calls).toEqual([]);
});

it('keeps what was typed, what is wrong and what is under way when the window gets narrower and wider', async () => {
  const page = await openKeys(1280);
  await openForm(page);
  const form = page.getByRole('form', { name: 'New key' });
  const name = form.getByLabel('Name', { exact: true });
  const check = async () => {
    expect(await name.inputValue()).toBe('store-screenshots');
    expect(await form.getByLabel('Rent', { exact: true }).isChecked()).toBe(true);
    expect(await form.getByLabel('Networks it may come from').inputValue()).toBe('203.0.113.');
    expect(await form.getByText('Choose at least one phone, or all', { exact: true }).count()).toBe(1);
  };
  await name.fill('store-screenshots');
  await form.getByRole('button', { name: 'More rights' }).click();
  await form.getByLabel('Rent', { exact: true }).check();
  await form.getByLabel('Networks it may come from').fill('203.0.113.');
  await form.getByRole('button', { name: 'Make key' }).click();
  await form.getByText('Choose at least one phone, or all', { exact: true }).waitFor();
  for (const width of [1279, 1280, 700, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // Only the modal dialog makes the page behind it unreachable.
    await expect.poll(() => page.locator('body[data-scroll-locked]').count()).toBe(width < 1280 ? 1 : 0);
    await form.waitFor();
    await check();
  }
  await form.getByLabel('All phones').check();
  let letGo = (): void => undefined;
  api.gate = new Promise((done) => {
    letGo = done;
  });
  await form.getByRole('button', { name: 'Make key' }).click();
  await expect.poll(() => api.calls.length).toBe(1);
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(() => page.locator('body[data-scroll-locked]').count()).toBe(1);
  letGo();
  await page.getByText(secret, { exact: true }).waitFor();
  expect(api.calls).toHaveLength(1);
});

it('shows a refusal at its field, and keeps what was typed', async () => {
  const page = await openKeys();
  await openForm(page);
  await page.getByLabel('Name', { exact: true }).fill('nightly-tests');
  await page.getByLabel('Watch', { exact: true }).check();
  await page.getByLabel('All phones').check();
  await page.getByLabel('Networks it may come from').fill('203.0.113.');
  const detail = 'Give an address or a range such as 203.0.113.0/24';
  api.refusal = {
    status: 400,
    json: {
      detail,
      code: 'invalid_input',
      fields: { 'networks.0': detail, hours_a_day: 'At most 4 hours.', name: 'This name is taken.' },
    },
  };
  await page.getByRole('form').getByRole('button', { name: 'Make key' }).click();
  await page.getByText(detail, { exact: true }).waitFor();
  await page.getByText('This name is taken.').waitFor();
  await page.getByText('At most 4 hours.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('nightly-tests');
});
