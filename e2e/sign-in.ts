import type { Page } from 'playwright-core';

/** Signs the demo customer in through the page, as he would do it. */
export async function signIn(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel('Username').fill('demo');
  await page.getByRole('textbox', { name: 'Password' }).fill('Pocketfleet-demo-1');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/devices', { timeout: 20_000 });
}
