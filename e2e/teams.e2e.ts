// A team, from its first phone to the end of a membership: in real browsers on the real product.
import { login, routes } from '@pocketfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { sandboxUrl } from './demo-renter.ts';
import { mailedLink } from './mails.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { waitUntilLive } from './open-session.ts';

const patience = { timeout: 60_000, interval: 200 };
const site = inject('site');
let browser: Browser;
let owner: { person: NewCustomer; page: Page; token: string };
let assistant: { person: NewCustomer; page: Page; token: string };
let team: string;

async function arrive(): Promise<typeof owner> {
  const person = await createCustomer({ site, operator: inject('operator') });
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${site}/login`);
  await page.getByLabel('Username').fill(person.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/devices', { timeout: 60_000 });
  const body = new URLSearchParams({ username: person.username, password: person.password });
  const answer = await fetch(`${site}/api/auth/login`, { method: 'POST', body });
  return { person, page, token: login.response.parse(await answer.json()).access_token };
}

async function call(method: string, path: string, body?: object, token = owner.token): Promise<unknown> {
  const response = await fetch(`${site}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'pocketfleet-workspace': team,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
const teamPhones = async () => routes.listPhones.response.parse(await call('GET', '/phones'));

const memberId = async () => {
  const { members } = routes.listMembers.response.parse(await call('GET', `/workspaces/${team}/members`));
  return members.find(({ username }) => username === assistant.person.username)?.user_id;
};

/** Opens the payment and pays it, where it is opened at all. */
async function rentAs(token: string, phone_count: number): Promise<Response> {
  const answer = await fetch(`${site}/api/client/payments/create-payment-intent`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'pocketfleet-workspace': team,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      phone_count,
      start_date: new Date().toISOString(),
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
      metadata: { description: 'rented for the team', period: 'day' },
    }),
  });
  if (!answer.ok) return answer;
  const { client_secret } = routes.createPaymentIntent.response.parse(await answer.clone().json());
  const paid = await fetch(
    `${sandboxUrl()}/v1/payment_intents/${client_secret.split('_secret_')[0]}/confirm`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_journey' },
      body: new URLSearchParams({ client_secret, payment_method: 'pm_card_visa' }),
    },
  );
  expect(paid.ok).toBe(true);
  return answer;
}

async function rentForTheTeam(count: number): Promise<void> {
  expect((await rentAs(owner.token, count)).status).toBe(200);
  await vi.waitFor(
    async () => expect((await teamPhones()).filter((phone) => phone.streaming_url).length).toBe(count),
    patience,
  );
}

beforeAll(async () => {
  browser = await openBrowser();
  owner = await arrive();
  assistant = await arrive();
});
afterAll(async () => {
  const { assignments } = routes.listAssignments.response.parse(
    await call('GET', '/phone-assignments?page=1&per_page=200'),
  );
  for (const { id, can_hand_back } of assignments) {
    if (can_hand_back) await call('POST', `/phone-assignments/${id}/hand-back`);
  }
  await browser?.close();
});

it('an assistant is invited with two phones, streams one, can’t rent, and loses the picture when removed', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Work as: Personal' }).click();
  await page.getByRole('menuitem', { name: 'Create a team' }).click();
  await page.getByLabel('Team name').fill('Brightside Agency');
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.getByText('Brightside Agency · 1 member · 0 phones').waitFor();
  team = new URL(page.url()).searchParams.get('team') ?? '';
  await rentForTheTeam(5);
  const tags = (await teamPhones()).map(({ tag }) => tag).toSorted();

  await page.reload();
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByLabel('Email').fill(assistant.person.email);
  for (const tag of tags.slice(0, 2)) await page.getByRole('checkbox', { name: tag }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('button', { name: `Withdraw the invitation of ${assistant.person.email}` }).waitFor();

  const theirs = assistant.page;
  const subject = 'Nora invited you to Brightside Agency';
  await theirs.goto(await mailedLink(inject('operator'), assistant.person.email, subject));
  await theirs.getByRole('button', { name: 'Join the team' }).click();
  await theirs.waitForURL(`**/devices?team=${team}`);
  await theirs
    .getByText(tags[0] ?? '', { exact: true })
    .first()
    .waitFor();
  expect(await theirs.getByText(tags[2] ?? '', { exact: true }).count()).toBe(0);

  await theirs.getByRole('link', { name: 'Rent phones' }).first().click();
  await theirs.getByText('Your role doesn’t let you rent phones').waitFor();
  expect(new URL(theirs.url()).searchParams.get('team')).toBe(team);

  // Promoted to manager with a budget, the assistant rents a phone of their own within it, and not beyond it.
  await call('PATCH', `/workspaces/${team}/members/${await memberId()}`, {
    role: 'manager',
    monthly_limit_cents: 3_000,
  });
  const rented = await rentAs(assistant.token, 1);
  expect(rented.status).toBe(200);
  await vi.waitFor(async () => {
    const theirPhones = routes.listPhones.response.parse(
      await call('GET', '/phones', undefined, assistant.token),
    );
    expect(theirPhones.filter((phone) => phone.streaming_url).length).toBe(3);
  }, patience);
  const tooMuch = await rentAs(assistant.token, 2);
  expect(await tooMuch.json()).toMatchObject({ code: 'over_budget' });

  const first = (await teamPhones()).find(({ tag }) => tag === tags[0])?.id;
  await theirs.goto(`${site}/devices/${first}/stream?team=${team}`);
  let closedAtMs: number | undefined;
  theirs.on('websocket', (socket) => {
    if (!socket.url().includes('/stream')) return;
    socket.on('close', () => {
      closedAtMs = performance.now();
    });
  });
  await theirs.reload();
  await waitUntilLive(theirs);
  closedAtMs = undefined;

  await page.getByRole('button', { name: 'Remove Nora from the team?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Nora was removed.').waitFor();
  const doneAtMs = performance.now();
  await vi.waitFor(() => expect(closedAtMs).toBeDefined(), patience);
  // The promise is a second, which apps/api/src/teams/removal.test.ts measures: here the browser's own work counts too.
  console.log(`the picture ended ${Math.round((closedAtMs ?? 0) - doneAtMs)} ms after the page had said it`);
  await theirs.getByText('You’re not in this team').waitFor();
});
