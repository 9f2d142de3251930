import { login, routes } from '@pocketfleet/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';

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

/**
 * A browser's state after the demo customer has signed in, for new contexts. It comes from the API: the form costs a browser
 * two pages for each file, and journeys of signing in go through it. The cached user is left out: pages ask for it, and
 * Playwright would store it through a page of its own for each context.
 */
export async function rememberDemo(
  site: string,
): Promise<Exclude<BrowserContextOptions['storageState'], string | undefined>> {
  const token = { name: 'access_token', value: await tokenOfDemo(site), domain: new URL(site).hostname };
  const rules = { path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const };
  return { cookies: [{ ...token, ...rules }], origins: [] };
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
export function tokenOfDemo(site: string): Promise<string> {
  return tokenOf(site, { username: name, password });
}

export async function tokenOf(site: string, who: { username: string; password: string }): Promise<string> {
  const signedIn = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: who.username, password: who.password }),
  });
  return login.response.parse(await signedIn.json()).access_token;
}
