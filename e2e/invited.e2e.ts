// Somebody without an account is invited to a team: the invitation leads them through registration and its mail into the team.
import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { mailedLink } from './mails.ts';
import { createCustomer } from './new-customer.ts';
import { callIn, createTeam, type Place, tokenOf } from './team-by-api.ts';

const operator = inject('operator');
let browser: Browser;
let owner: Place & { team: string };

beforeAll(async () => {
  browser = await openBrowser();
  const person = await createCustomer({ site: inject('site'), operator });
  owner = await createTeam(await tokenOf(person), 'Harbour Tests');
});
afterAll(() => browser?.close());

it('an invitation leads through registration and the mail that verifies the address into the team', async () => {
  const username = `invited.${randomBytes(4).toString('hex')}`;
  const email = `${username}@example.com`;
  await callIn(owner, 'createInvitation', {
    params: { id: owner.team },
    body: { email, role: 'user', phones: [] },
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(await mailedLink(operator, email, 'Nora invited you to Harbour Tests'));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Get Started' }).click();
  const form = page.getByRole('form', { name: 'Create an account' });
  for (const [label, text] of [
    ['First name', 'Ines'],
    ['Last name', 'Costa'],
    ['Username', username],
    ['Email', email],
    ['Password', 'violet-Kettle-42'],
    ['Confirm password', 'violet-Kettle-42'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Please verify your email').first().waitFor();

  // A mail opens its link in a tab of its own.
  const verified = await context.newPage();
  await verified.goto(await mailedLink(operator, email, 'Verify your email'));
  await verified.getByRole('link', { name: 'Continue where you left off' }).click();
  await verified.getByText(`You’re signed in as ${email}.`).waitFor();
  // The tab in which they registered has gone on by itself.
  await page.getByText(`You’re signed in as ${email}.`).waitFor();
  expect(await verified.evaluate(() => JSON.stringify(localStorage))).not.toContain('/invitation');
  await verified.getByRole('button', { name: 'Join the team' }).click();
  await verified.waitForURL(`**/devices?team=${owner.team}`);
  const { members } = await callIn(owner, 'listMembers', { params: { id: owner.team } });
  expect(members.map((member) => member.role)).toEqual(['owner', 'user']);
  await context.close();
});
