import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { NewCustomer } from './new-customer.ts';

/** Waits until the sentence is on the page itself and in a toast. */
export async function saysTwice(page: Page, sentence: string): Promise<void> {
  await page.locator('[data-sonner-toast]').getByText(sentence).waitFor();
  await page.locator('#root').getByText(sentence).first().waitFor();
}

/** Responds to the page's calls with this status; without a detail, as a proxy that doesn't know our error format. */
export async function refuse(page: Page, call: string, status: number, detail?: string): Promise<void> {
  const body = detail === undefined ? 'a proxy said so' : JSON.stringify({ detail, code: 'x' });
  const contentType = detail === undefined ? 'text/html' : 'application/json';
  await page.route(`**/api/auth/${call}`, (route) => route.fulfill({ status, body, contentType }));
}

export async function signInAs(page: Page, { username, password }: NewCustomer): Promise<void> {
  await page.goto(`${inject('site')}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/devices');
}
