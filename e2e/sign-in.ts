import { login, routes } from '@pocketfleet/contract';
import type { Page } from 'playwright-core';

const name = 'demo';
const password = 'Pocketfleet-demo-1';

/** Signs the demo customer in through the page. */
export async function signIn(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel('Username').fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/devices', { timeout: 60_000 });
}

/** The demo customer's phones, from the API. */
export async function listPhonesOfDemo(
  site: string,
): Promise<{ id: string; tag: string; device_serial: string | null }[]> {
  const access_token = await tokenOfDemo(site);
  const listed = await fetch(`${site}/api/phones`, { headers: { authorization: `Bearer ${access_token}` } });
  return routes.listPhones.response.parse(await listed.json());
}

/** An access token of the demo customer, from the API. */
export async function tokenOfDemo(site: string): Promise<string> {
  const signedIn = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: name, password }),
  });
  return login.response.parse(await signedIn.json()).access_token;
}
