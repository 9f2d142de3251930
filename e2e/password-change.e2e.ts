// A new password ends open streams of old sessions.
import { login } from '@pocketfleet/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { signInAs } from './account-pages.ts';
import { lookAt, openBrowser } from './browser.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { rentPhone } from './rent-a-phone.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('a stream of an old session is closed with a message within 2 seconds of a password change', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const customer = await createCustomer({ site: inject('site'), operator: inject('operator') });
  await signInAs(page, customer);
  const elsewhere = await tokenOf(customer);
  await rentPhone(inject('site'), inject('dataDir'), elsewhere);
  let open = 0;
  let closedAtMs = 0;
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/stream')) return;
    open += 1;
    socket.on('close', () => {
      open -= 1;
      closedAtMs = performance.now();
    });
  });
  await page
    .getByRole('link', { name: /^Stream / })
    .first()
    .click();
  const canvas = page.getByRole('application').locator('canvas').last();
  await vi.waitFor(async () => expect((await lookAt(canvas)).colours).toBeGreaterThan(8), {
    timeout: 60_000,
    interval: 200,
  });
  expect(open).toBe(1);

  const changed = await fetch(`${inject('site')}/api/auth/change-password`, {
    method: 'POST',
    headers: { authorization: `Bearer ${elsewhere}`, 'content-type': 'application/json' },
    body: JSON.stringify({ current_password: customer.password, new_password: 'Copper-Kite-77' }),
  });
  const changedAtMs = performance.now();
  expect(changed.status).toBe(200);
  await vi.waitFor(() => expect(open).toBe(0), { timeout: 60_000, interval: 20 });
  // Two seconds are measured at the relay's sockets: here the browser's own work counts too.
  console.log(`the picture ended ${Math.round(closedAtMs - changedAtMs)} ms after the change`);
  await page.getByText('You’ve been signed out. Please sign in again.').first().waitFor();
  const token = (await page.context().cookies()).find(({ name }) => name === 'access_token')?.value;
  for (const [each, status] of [
    [token, 401],
    [elsewhere, 200],
  ] as const) {
    const answer = await fetch(`${inject('site')}/api/phones`, {
      headers: { authorization: `Bearer ${each}` },
    });
    expect(answer.status).toBe(status);
  }
});

async function tokenOf({ username, password }: NewCustomer): Promise<string> {
  const answer = await fetch(`${inject('site')}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  return login.response.parse(await answer.json()).access_token;
}
