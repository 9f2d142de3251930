// When a customer's right to a phone ends, picture, shell and a running transfer are closed, and the page shows the
// reason: in a real browser on the real product.
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { waitUntilLive } from './open-session.ts';
import { callAsOperator } from './operator-calls.ts';

/** Far more than a busy machine needs: it shows that the cut-off is no chance end, such as a socket's timeout. */
const cutWithinMs = 30_000;
const patience = { timeout: 60_000, interval: 50 };
const reason = 'a journey looks at what happens then';
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-revocation-'));
/** The transfer takes longer than any of these tests. */
const largeFile = join(folder, 'large.bin');
const largeFileBytes = 1_900_000_000;
let browser: Browser;
let customer: NewCustomer;
let page: Page;
let rental: { phoneId: string; assignmentId: string };
const sockets: { path: string; closedAtMs?: number }[] = [];

beforeAll(async () => {
  const file = openSync(largeFile, 'w');
  ftruncateSync(file, largeFileBytes);
  closeSync(file);
  browser = await openBrowser();
  customer = await createCustomer({ site: inject('site'), operator: inject('operator') });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  rental = await assignFreePhone();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await logIn();
  sockets.length = 0;
  page.on('websocket', (socket) => {
    const path = /\/ws\/devices\/[^/]+\/(stream|shell|files)/.exec(socket.url())?.[1];
    if (path === undefined) return;
    const entry: (typeof sockets)[number] = { path };
    sockets.push(entry);
    socket.on('close', () => {
      entry.closedAtMs = performance.now();
    });
  });
  await page.goto(`${inject('site')}/devices/${rental.phoneId}/stream`);
  await waitUntilLive(page);
  await tool('Shell').click();
  await page.getByText('Shell connected').waitFor();
});
afterEach(async () => {
  await page?.context().close();
  await callAsOperator('revokeAssignment', { params: { id: rental.assignmentId }, body: { reason } }).catch(
    () => undefined,
  );
});

const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Phone' }).getByRole('button', { name, exact: true });
const open = () => sockets.filter(({ closedAtMs }) => closedAtMs === undefined).map(({ path }) => path);
const says = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

async function logIn(): Promise<void> {
  await page.goto(`${inject('site')}/login`);
  await page.getByLabel('Username').fill(customer.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(customer.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/devices', { timeout: 60_000 });
}

async function assignFreePhone(): Promise<typeof rental> {
  return vi.waitFor(
    async () => {
      const query = '?tenant=none&state=ready&connection=online&per_page=200';
      const phone = (await callAsOperator('listPhones', { query })).rows.find((row) => !row.next_tenant);
      if (phone === undefined) throw new Error('no phone is free');
      const { assignment_id } = await callAsOperator('assignPhone', {
        params: { id: phone.id },
        body: { username: customer.username, expires_at: null, reason },
      });
      return { phoneId: phone.id, assignmentId: assignment_id };
    },
    { timeout: 60_000, interval: 500 },
  );
}

/**
 * Runs `end`, and asserts that it closes everything. Spec-decisions 31 names two seconds: this prints how long it took with the
 * browser's own work, and apps/api/src/streaming/revocation.test.ts prints it for the relay's sockets.
 */
async function allIsCutBy(end: () => Promise<unknown>): Promise<void> {
  await end();
  const doneAtMs = performance.now();
  await vi.waitFor(() => expect(open()).toEqual([]), patience);
  const slowest = Math.max(...sockets.map(({ closedAtMs = 0 }) => closedAtMs));
  expect(slowest - doneAtMs).toBeLessThan(cutWithinMs);
  console.log(`all was closed ${Math.round(slowest - doneAtMs)} ms after it was done`);
}

async function sendLargeFile(): Promise<void> {
  await page.getByRole('tab', { name: 'Files', exact: true }).click();
  await page.getByLabel('Files to send').setInputFiles(largeFile);
  await page.getByRole('progressbar', { name: 'large.bin' }).waitFor();
  await vi.waitFor(() => expect(open().toSorted()).toEqual(['files', 'shell', 'stream']), patience);
}

it('the end of the rental, on the picture, in the shell and at the transfer', async () => {
  await sendLargeFile();
  const { assignmentId } = rental;
  await allIsCutBy(() =>
    callAsOperator('revokeAssignment', { params: { id: assignmentId }, body: { reason } }),
  );
  await says('Your rental of this phone has ended.');
  await vi.waitFor(async () => {
    const transfers = page.getByRole('region', { name: 'Transfers' });
    expect(await transfers.innerText()).toContain('rental of this phone has ended');
  }, patience);
  await page.getByRole('tab', { name: 'Shell', exact: true }).click();
  await page.getByRole('tabpanel').getByText('Your rental of this phone has ended.').waitFor();
});

it('a phone that is taken out of service', async () => {
  const params = { id: rental.phoneId };
  try {
    await allIsCutBy(() => callAsOperator('quarantinePhone', { params, body: { reason } }));
    await says('This phone was taken out of service.');
    await page.getByRole('tab', { name: 'Shell', exact: true }).click();
    await page.getByRole('tabpanel').getByText('This phone was taken out of service.').waitFor();
  } finally {
    await callAsOperator('revokeAssignment', { params: { id: rental.assignmentId }, body: { reason } });
    await callAsOperator('releasePhone', { params, body: { reason } });
  }
});

it('a sign-out elsewhere', async () => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'access_token')?.value ?? '';
  await allIsCutBy(async () => {
    const answer = await fetch(`${inject('site')}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${decodeURIComponent(token)}` },
    });
    expect(answer.ok).toBe(true);
  });
  // The customer lands on this page: the message of the session page is gone as soon as the profile is refused.
  await page.waitForURL('**/login', patience);
  await says('You’ve been signed out. Please sign in again.');
});
